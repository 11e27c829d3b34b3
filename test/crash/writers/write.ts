import { z } from 'zod'
import type { Person, RestAnswer } from '../../support/app/person.js'

export interface Request {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>> | FormData
  readonly headers?: Readonly<Record<string, string>>
}

export type Noun = 'character' | 'room' | 'entry' | 'message' | 'deletion'

/** The targets of writes: the application service, or the chat-log service with the server's own credential. */
export interface WriteTargets {
  readonly app: Person
  readonly chatLog: Person
}

export interface WriteOptions {
  readonly noun: Noun
  /** Occurs only in the object that this write creates. */
  readonly name: string
  readonly request: Request
  /** The same key with another body; undefined without a key. */
  readonly altered?: Request
  readonly roomId?: string
  readonly characterId?: string | undefined
  /** How many files it stores before its rows. */
  readonly files?: number
  readonly target?: keyof WriteTargets
  /** The created object according to an answer: the same in every answer to the key. */
  readonly result: (answer: RestAnswer) => string
}

const graphqlFault = z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).min(1) })

/** The code of a refusal; undefined for a success. */
export function refusalOf({ status, body }: RestAnswer): string | undefined {
  const fault = graphqlFault.safeParse(body)
  if (fault.success) return fault.data.errors[0]?.extensions.code
  return status === 200 || status === 204 ? undefined : `HTTP ${status}`
}

/** A write that a client has begun, and its answer if one arrived. Only the check of its key repeats it. */
export class Write {
  answer: RestAnswer | undefined
  /** True when a kill came before the first answer. */
  wasCutOff = false

  constructor(private readonly options: WriteOptions) {}

  get noun(): Noun {
    return this.options.noun
  }

  get name(): string {
    return this.options.name
  }

  get roomId(): string | undefined {
    return this.options.roomId
  }

  get characterId(): string | undefined {
    return this.options.characterId
  }

  get files(): number {
    return this.options.files ?? 0
  }

  get isKeyed(): boolean {
    return this.options.altered !== undefined
  }

  get state(): 'acknowledged' | 'refused' | 'lost' {
    if (!this.answer) return 'lost'
    return refusalOf(this.answer) === undefined ? 'acknowledged' : 'refused'
  }

  /** The created object according to an answer, or the reason of the refusal. */
  resultOf(answer: RestAnswer): string {
    const refusal = refusalOf(answer)
    return refusal === undefined ? this.options.result(answer) : `refused: ${refusal}`
  }

  /** For an acknowledged write only. */
  get result(): string {
    if (!this.answer) throw new Error(`no answer to ${this.name}`)
    return this.resultOf(this.answer)
  }

  async perform(targets: WriteTargets): Promise<void> {
    this.answer = await this.again(targets)
    this.wasCutOff = this.answer === undefined
  }

  /** Repeats it with the same key and body. */
  again(targets: WriteTargets): Promise<RestAnswer | undefined> {
    return send(targets[this.options.target ?? 'app'], this.options.request)
  }

  /** The refusal of the same key with another body. */
  async alter(targets: WriteTargets): Promise<string | undefined> {
    const { altered, target = 'app' } = this.options
    const answer = altered && (await send(targets[target], altered))
    return answer && (refusalOf(answer) ?? 'no refusal')
  }
}

/** Undefined without an answer. */
export async function send(person: Person, { method, path, body, headers }: Request): Promise<RestAnswer | undefined> {
  try {
    return await person.rest(method, path, body, headers)
  } catch (error) {
    // fetch: the server ended before the whole answer
    if (error instanceof TypeError) return undefined
    throw error
  }
}
