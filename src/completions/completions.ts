import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import { AppError } from '../errors.js'
import { accountCaller } from '../reply-caller.js'
import type { ReplyGenerator, ReplyJob } from '../ports/reply-generator/reply-generator.js'
import { perKind } from '../kinds.js'
import type { Kind } from '../kinds.js'
import type { Allowance } from '../usage/allowance.js'
import type { UserCaller } from '../users/caller.js'
import type { CompletionEvent, CompletionModel, CompletionRequest } from './completion.js'
import { CompletionMeter } from './completion-meter.js'
import { completionStream } from './completion-stream.js'
import { foldMessages } from './fold-messages.js'
import type { OpenCompletions } from './open-completions.js'

export interface CompletionsOptions {
  readonly characters: Characters
  readonly generators: Readonly<Record<Kind, ReplyGenerator>>
  /** The model names, `Local` first. */
  readonly models: readonly string[]
  /** False for a hosted model without a key, which can only report that. */
  readonly isConfigured: (model: string) => boolean
  /** Whether the worker of a kind is available with its model loaded. */
  readonly isModelReady: (kind: Kind) => Promise<boolean>
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Milliseconds since the request was accepted, including the time in the queue. */
  readonly timeoutMs: number
  /** The running completions and their costs. */
  readonly open: OpenCompletions
  readonly allowance: Allowance
}

type Answerer = Pick<ReplyJob, 'kind' | 'model' | 'character'>

/** The maximum number of characters in a list of models. */
const listedCharacters = 100
const localModel = 'Local'
const localName = 'local'
const characterStart = 'character/'

/** Replies to conversations that callers send. Only their cost is stored. */
export class Completions {
  constructor(private readonly options: CompletionsOptions) {}

  /**
   * The reply to a conversation, as events until its end; `return()` cancels it. It shares the queue with the replies
   * of the caller's rooms. Throws NOT_FOUND for an unknown model or a hidden character, BAD_USER_INPUT when the last
   * message is not the user's, and as Allowance.admitMessage when the membership does not include the model or its
   * allowance is used up. The events throw as the ReplyGenerator port does.
   */
  async start(
    caller: UserCaller,
    request: CompletionRequest,
  ): Promise<AsyncIterableIterator<CompletionEvent, undefined>> {
    const answerer = await this.#answerer(caller, request.model)
    const { instructions, ...folded } = foldMessages(request.messages)
    const { clock, timeoutMs, generators, open, allowance } = this.options
    const { sampling, stops, hasFallback } = request
    const { id, terms, chargedAt } = await open.begin(caller.id, answerer.model)
    const job: ReplyJob = {
      id,
      ...answerer,
      ...folded,
      ...(instructions === undefined ? {} : { instructions }),
      searchAccess: false,
      sampling,
      stops,
      hasFallback,
      caller: accountCaller(caller.id),
      priority: terms.priority,
      contextTokens: terms.contextTokens,
      deadline: clock() + timeoutMs,
    }
    const promptEstimate = allowance.promptEstimateOf(job)
    const meter = new CompletionMeter({ id, userId: caller.id, chargedAt, promptEstimate, open, allowance })
    const source = (signal: AbortSignal) => generators[job.kind].generate(job, signal)
    return completionStream({ completionId: id, source, meter })
  }

  /** The models that can reply to the caller now: those of the membership, and the caller's newest 100 characters. */
  async models(caller: UserCaller): Promise<CompletionModel[]> {
    const { allowance, characters, isConfigured, isModelReady, models } = this.options
    const ready = perKind(isModelReady)
    const checks = [ready.office, ready.character, allowance.modelsOf(caller)] as const
    const [isOfficeReady, isCharacterReady, includes] = await Promise.all(checks)
    const names = isOfficeReady ? models.filter((model) => includes(model) && isConfigured(model)) : []
    const own = isCharacterReady && includes(localModel) ? await characters.newestOf(caller, listedCharacters) : []
    return [...names.map((model) => ({ name: nameOf(model), createdAt: null })), ...own.map(modelOf)]
  }

  /** A model that `start` accepts, even if it is not listed; null for any other. */
  async model(caller: UserCaller, name: string): Promise<CompletionModel | null> {
    const includes = await this.options.allowance.modelsOf(caller)
    const model = this.options.models.find((each) => nameOf(each) === name)
    if (model !== undefined) return includes(model) ? { name, createdAt: null } : null
    const character = includes(localModel) ? await this.#character(caller, name) : null
    return character && modelOf(character)
  }

  async #answerer(caller: UserCaller, name: string): Promise<Answerer> {
    const model = this.options.models.find((each) => nameOf(each) === name)
    if (model !== undefined) return { kind: 'office', model }
    const found = await this.#character(caller, name)
    if (!found) throw new AppError('NOT_FOUND')
    const character = await this.options.characters.promptCharacter(found, caller.id)
    return { kind: 'character', model: localModel, character }
  }

  async #character(caller: UserCaller, name: string): Promise<Character | null> {
    if (!name.startsWith(characterStart)) return null
    return this.options.characters.find(caller, name.slice(characterStart.length))
  }
}

function nameOf(model: string): string {
  return model === localModel ? localName : model
}

function modelOf({ id, createdAt }: Pick<Character, 'id' | 'createdAt'>): CompletionModel {
  return { name: characterStart + String(id), createdAt }
}
