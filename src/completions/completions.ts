import { accountCaller } from '@parley/queue'
import { AppError, badInput, modelRetryMs, steadyTime } from '@parley/runtime'
import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import type { ReplyGenerator, ReplyJob } from '../ports/reply-generator/reply-generator.js'
import { perKind, type Kind } from '../kinds.js'
import type { Model, ModelList } from '../replies/model-list.js'
import type { Allowance } from '../usage/allowance.js'
import type { UserCaller } from '../users/caller.js'
import type { CompletionEvent, CompletionModel, CompletionRequest } from './completion.js'
import { CompletionMeter } from './completion-meter.js'
import { completionStream } from './completion-stream.js'
import { conversationMessages } from './conversation-messages.js'
import { allowedCharacters, allowsModel, characterStart } from './key-models.js'
import type { OpenCompletions } from './open-completions.js'

type Answerer = Pick<ReplyJob, 'kind' | 'model' | 'character'>

/** The maximum number of characters in a list of models. */
const listedCharacters = 100
const localModel = 'Local'
const noImages =
  'must be a text, or a list of parts of the type text: images, audio and files are not supported by this model'
const localName = 'local'

/** Replies to conversations that callers send. Only their cost is stored. */
export class Completions {
  constructor(
    private readonly options: {
      readonly characters: Characters
      readonly generators: Readonly<Record<Kind, ReplyGenerator>>
      /** The model names, `Local` first. */
      readonly models: readonly string[]
      readonly modelList: ModelList
      /** Whether the worker of a kind is available with its model loaded. */
      readonly isModelReady: (kind: Kind) => Promise<boolean>
      /** Why this process must accept no replies; undefined when it may. */
      readonly clockFault: () => string | undefined
      readonly clock: () => number
      /** Milliseconds since the request was accepted, including the time in the queue. */
      readonly timeoutMs: number
      /** Whether a model receives images. */
      readonly hasVision: (model: string) => boolean
      /** The most tokens of a reply, in place of the limits of the services. */
      readonly maxTokens: number
      /** The running completions and their costs. */
      readonly open: OpenCompletions
      readonly allowance: Allowance
    },
  ) {}

  /**
   * The reply to a conversation, as events until its end; `return()` cancels it. It shares the queue with the replies
   * of the caller's rooms. Throws NOT_FOUND for an unknown model, a hidden character or a model that the key may not
   * use, BAD_USER_INPUT for messages that are not a conversation (conversationMessages), and as Allowance.admitMessage when
   * the membership does not include the model or its allowance is used up. The events throw as the ReplyGenerator port
   * does.
   */
  async start(
    caller: UserCaller,
    request: CompletionRequest,
  ): Promise<AsyncIterableIterator<CompletionEvent, undefined>> {
    if (this.options.clockFault() !== undefined)
      throw new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: modelRetryMs })
    const answerer = await this.#answerer(caller, request.model)
    const messages = conversationMessages(request.messages)
    const withImages = messages.findIndex(({ images = 0 }) => images > 0)
    if (withImages >= 0 && !this.options.hasVision(answerer.model))
      throw badInput(`messages[${withImages}].content`, `messages[${withImages}].content: ${noImages}`)
    const { timeoutMs, maxTokens, generators, open, allowance } = this.options
    const { sampling, stops, hasFallback } = request
    const { id, terms, timeZone, chargedAt } = await open.begin(caller.id, answerer.model, caller.key?.id)
    const job: ReplyJob = {
      id,
      ...answerer,
      history: [],
      message: '',
      searchAccess: false,
      timeZone: timeZone ?? undefined,
      sampling,
      stops,
      hasFallback,
      readsThoughts: true,
      completion: { ...request.options, maxTokens, messages },
      caller: accountCaller(caller.id),
      priority: terms.priority,
      contextTokens: terms.contextTokens,
      deadline: steadyTime() + timeoutMs,
    }
    const promptEstimate = allowance.promptEstimateOf(job)
    const charged = { userId: caller.id, keyId: caller.key?.id, model: answerer.model, chargedAt }
    const meter = new CompletionMeter({ id, ...charged, promptEstimate, open, allowance })
    const source = (signal: AbortSignal) => generators[job.kind].generate(job, signal)
    return completionStream({ completionId: id, source, meter })
  }

  /**
   * The models that can reply to the caller now: those of the membership, and the caller's newest 100 characters. A key
   * with `models` has only those, and the characters among them can belong to other accounts.
   */
  async models(caller: UserCaller): Promise<CompletionModel[]> {
    const { characters, modelList, isModelReady } = this.options
    const ready = perKind(isModelReady)
    const [listed, isOfficeReady, isCharacterReady] = await Promise.all([
      modelList.list(caller),
      ready.office,
      ready.character,
    ])
    const included = listed.filter((model) => model.included)
    const named = isOfficeReady ? included.filter(({ name }) => allowsModel(caller, nameOf(name))) : []
    const local = isCharacterReady ? included.find(({ name }) => name === localModel) : undefined
    const own = local ? await characters.newestOf(caller, listedCharacters, allowedCharacters(caller)) : []
    return [
      ...(await Promise.all(named.map((model) => this.#described(model)))),
      ...(local ? await this.#characters(own, local) : []),
    ]
  }

  /** A model that `start` accepts, even if it is not listed; null for any other. */
  async model(caller: UserCaller, name: string): Promise<CompletionModel | null> {
    if (!allowsModel(caller, name)) return null
    const { modelList, models } = this.options
    const named = models.find((each) => nameOf(each) === name)
    const model = await modelList.find(caller, named ?? localModel)
    if (!model.included) return null
    if (named !== undefined) return this.#described(model)
    const character = await this.#character(caller, name)
    const [found] = character ? await this.#characters([character], model) : []
    return found ?? null
  }

  async #described(model: Model): Promise<CompletionModel> {
    return { ...model, ...(await this.#abilities(model, 'office')), name: nameOf(model.name), createdAt: null }
  }

  async #abilities(
    model: Model,
    kind: Kind,
  ): Promise<Pick<CompletionModel, 'contextTokens' | 'thoughts' | 'maxTokens'>> {
    const { modelList, maxTokens } = this.options
    const [contextTokens, thoughts] = await Promise.all([
      modelList.contextOf(model, kind),
      modelList.thoughtsOf(model, kind),
    ])
    return { contextTokens, thoughts, maxTokens }
  }

  /** Characters, which are played by the model. */
  async #characters(some: readonly Pick<Character, 'id' | 'name' | 'createdAt'>[], model: Model) {
    if (some.length === 0) return []
    const abilities = await this.#abilities(model, 'character')
    return some.map(({ id, name, createdAt }): CompletionModel => {
      return { ...model, ...abilities, name: characterStart + String(id), label: name, createdAt }
    })
  }

  async #answerer(caller: UserCaller, name: string): Promise<Answerer> {
    if (!allowsModel(caller, name)) throw new AppError('NOT_FOUND')
    const model = this.options.models.find((each) => nameOf(each) === name)
    if (model !== undefined) return { kind: 'office', model }
    const found = await this.#character(caller, name)
    if (!found) throw new AppError('NOT_FOUND')
    const character = await this.options.characters.promptCharacter(found, {
      userId: caller.id,
      seed: name,
      at: this.options.clock(),
    })
    return { kind: 'character', model: localModel, character }
  }

  async #character(caller: UserCaller, name: string): Promise<Character | null> {
    if (!name.startsWith(characterStart)) return null
    return this.options.characters.find(caller, name.slice(characterStart.length))
  }
}

/** The name at `/v1`. */
export function nameOf(model: string): string {
  return model === localModel ? localName : model
}
