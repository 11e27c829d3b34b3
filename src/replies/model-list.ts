import { kinds, perKind, type Kind } from '../kinds.js'
import type { ReadServiceStatus, WorkerStatus } from '../ports/reply-generator/service-status.js'
import type { AskedSampling } from '../ports/reply-generator/reply-generator.js'
import type { StoredModels } from '../installation-settings/model-settings.js'
import type { Allowance } from '../usage/allowance.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { MembershipType } from '../users/user.js'
import { defaultModel } from './offered-model.js'

/** What the operator has said of a model; every part may be unset. */
export interface ModelFacts {
  /** A name for people. */
  readonly label?: string | undefined
  /** Tokens of prompt and reply together. */
  readonly contextTokens?: number | undefined
  /** Whether it receives the image of a message. */
  readonly vision?: boolean | undefined
  /** Whether it can call tools; true when unset. */
  readonly tools?: boolean | undefined
  /** Whether it shows thoughts before its replies. */
  readonly thoughts?: boolean | undefined
  /** The names of parameters at its server; false for one that it does not get. */
  readonly parameters?: Readonly<Partial<Record<string, string | false>>> | undefined
}

/** A model that is configured, as its caller sees it in every list. */
export interface Model {
  readonly name: string
  readonly label: string
  /** Whether the caller's membership includes it. */
  readonly included: boolean
  /** Whether it can reply to the caller now. */
  readonly available: boolean
  readonly vision: boolean
  readonly tools: boolean
  /** Whether the operator has said that it shows thoughts before its replies. */
  readonly configuredThoughts: boolean
  /** Whether a message in an office room can have a search of the web. */
  readonly webSearch: boolean
  /** The values of a room's sampling that it gets. */
  readonly sampling: readonly string[]
  /** Whether it is the bundled model, which is a demonstration. */
  readonly demonstration: boolean
  /** The kinds of rooms in which it answers messages that name no model, where the room names none either. */
  readonly defaultFor: readonly Kind[]
  /** The smallest known bound of its context, except that of its workers. */
  readonly contextBound: number | null
  /** The memberships whose accounts can use it, for administrators; null for other callers. */
  readonly memberships: readonly MembershipType[] | null
}

/** The values of a room's sampling, with their names in OpenAI's protocol. */
const samplingNames = [
  ['maxTokens', 'max_tokens'],
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presencePenalty', 'presence_penalty'],
] as const satisfies readonly (readonly [keyof AskedSampling, string])[]

/** The one source of every list of models: GraphQL, REST, `/v1`. */
export class ModelList {
  constructor(
    private readonly options: {
      readonly allowance: Pick<Allowance, 'termsOf' | 'includes' | 'accessTo'>
      /** What administrators have decided while the server runs. */
      readonly storedModels: () => Promise<StoredModels>
      /** All model names, `Local` first. */
      readonly models: readonly string[]
      readonly defaultModels: Readonly<Record<Kind, string>>
      /** False for a hosted model without a key, which can only report that. */
      readonly isConfigured: (model: string) => boolean
      readonly factsOf: (model: string) => ModelFacts
      readonly isDemonstration: (model: string) => boolean
      readonly searchesWeb: boolean
      /** Whether the worker of this kind would accept a message now. */
      readonly isModelReady: (kind: Kind) => Promise<boolean>
      readonly readServiceStatus: ReadServiceStatus
    },
  ) {}

  /** The models that are configured. Messages to the others are accepted too, and fail with the cause. */
  list(caller: Caller): Promise<Model[]> {
    const { models, isConfigured } = this.options
    return this.#rows(caller, models.filter(isConfigured))
  }

  /** A model that may be unconfigured. */
  async find(caller: Caller, name: string): Promise<Model> {
    const [model] = await this.#rows(caller, [name])
    if (!model) throw new Error('a model has no row')
    return model
  }

  async #rows(caller: Caller, names: readonly string[]): Promise<Model[]> {
    const { isConfigured, isModelReady, allowance, storedModels } = this.options
    const workers = Promise.all(kinds.map(isModelReady))
    const known = caller.kind === 'user' ? allowance.termsOf(caller.id) : undefined
    const [ready, terms, stored] = await Promise.all([workers, known, storedModels()])
    const isAdmin = caller.kind === 'user' && caller.role === 'ADMIN'
    const accessTo = (name: string) => allowance.accessTo(name, stored).filter((access) => access.included)
    const isReady = ready.every(Boolean)
    const includes = (name: string) => !terms || allowance.includes(terms, name)
    const defaults = perKind((kind) => {
      const name = this.options.defaultModels[kind]
      return includes(name) ? name : defaultModel
    })
    return names.map((name) => {
      const facts = this.options.factsOf(name)
      const included = includes(name)
      return {
        name,
        label: facts.label ?? stored.get(name)?.label ?? name,
        included,
        available: included && isReady && isConfigured(name),
        vision: facts.vision ?? false,
        tools: facts.tools ?? true,
        configuredThoughts: facts.thoughts ?? false,
        webSearch: this.options.searchesWeb,
        sampling: samplingNames
          .filter(([, parameter]) => facts.parameters?.[parameter] !== false)
          .map(([name]) => name),
        demonstration: this.options.isDemonstration(name),
        defaultFor: kinds.filter((kind) => defaults[kind] === name),
        contextBound: smallest([facts.contextTokens, terms?.contextTokens]),
        memberships: isAdmin ? accessTo(name).map(({ membership }) => membership) : null,
      }
    })
  }

  /** Tokens of prompt and reply together for a caller in rooms of a kind; null while unknown. */
  async contextFor({ id }: Pick<UserCaller, 'id'>, name: string, kind: Kind): Promise<number | null> {
    const { contextTokens } = await this.options.allowance.termsOf(id)
    return this.contextOf(
      { name, contextBound: smallest([this.options.factsOf(name).contextTokens, contextTokens]) },
      kind,
    )
  }

  /** Tokens of prompt and reply together, in rooms of a kind or else of every kind; null while unknown. */
  async contextOf({ name, contextBound }: Pick<Model, 'name' | 'contextBound'>, kind?: Kind): Promise<number | null> {
    const workers = await this.#workersOf(name, kind)
    return smallest([contextBound, ...workers.map(({ contextTokens }) => contextTokens)])
  }

  /** Whether a reply may show thoughts before its text, in rooms of a kind or else of every kind. */
  async thoughtsOf(
    { name, configuredThoughts }: Pick<Model, 'name' | 'configuredThoughts'>,
    kind?: Kind,
  ): Promise<boolean> {
    if (configuredThoughts) return true
    const workers = await this.#workersOf(name, kind)
    return workers.some(({ thoughts }) => thoughts === true)
  }

  /** Each of them may run a reply of the model `Local`. What a hosted model has is in its configuration. */
  async #workersOf(name: string, kind?: Kind): Promise<WorkerStatus[]> {
    if (name !== defaultModel) return []
    const statuses = await Promise.all((kind ? [kind] : kinds).map(this.options.readServiceStatus))
    return statuses.flatMap(({ workers }) => workers)
  }
}

function smallest(sizes: readonly (number | null | undefined)[]): number | null {
  const known = sizes.filter((size) => typeof size === 'number')
  return known.length === 0 ? null : Math.min(...known)
}
