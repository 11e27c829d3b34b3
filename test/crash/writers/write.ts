import { z } from 'zod'
import type { Person, RestAnswer } from '../../support/app/person.js'

export interface Request {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>> | FormData
  readonly headers?: Readonly<Record<string, string>>
}

export type Noun = 'character' | 'room' | 'entry' | 'message' | 'deletion'

/** Where a write is sent: the application service, or the chat-log service with the server's own caller. */
export interface Doors {
  readonly app: Person
  readonly chatLog: Person
}

export interface WriteOptions {
  readonly noun: Noun
  /** Occurs in what this write makes and in nothing else. */
  readonly name: string
  readonly request: Request
  /** The same key with another body; absent without a key. */
  readonly altered?: Request
  readonly roomId?: string
  readonly characterId?: string | undefined
  /** Stores a file before its rows. */
  readonly hasFile?: boolean
  readonly door?: keyof Doors
  /** What an answer says was made: must be the same in every answer to the key. */
  readonly result: (answer: RestAnswer) => string
}

const graphqlFault = z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).min(1) })

/** The code of a refusal, undefined for a success. */
export function refusalOf({ status, body }: RestAnswer): string | undefined {
  const fault = graphqlFault.safeParse(body)
  if (fault.success) return fault.data.errors[0]?.extensions.code
  return status === 200 || status === 204 ? undefined : `HTTP ${status}`
}

/** A write that a client has begun, and the answer if one came. Only the check of its key sends it again. */
export class Write {
  answer: RestAnswer | undefined
  /** A kill came before the first answer. */
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

  get hasFile(): boolean {
    return this.options.hasFile ?? false
  }

  get isKeyed(): boolean {
    return this.options.altered !== undefined
  }

  get state(): 'acknowledged' | 'refused' | 'lost' {
    if (!this.answer) return 'lost'
    return refusalOf(this.answer) === undefined ? 'acknowledged' : 'refused'
  }

  /** What an answer says was made, or why not. */
  resultOf(answer: RestAnswer): string {
    const refusal = refusalOf(answer)
    return refusal === undefined ? this.options.result(answer) : `refused: ${refusal}`
  }

  /** Of an acknowledged write. */
  get result(): string {
    if (!this.answer) throw new Error(`no answer to ${this.name}`)
    return this.resultOf(this.answer)
  }

  async perform(doors: Doors): Promise<void> {
    this.answer = await this.again(doors)
    this.wasCutOff = this.answer === undefined
  }

  /** Once more with the same key and body. */
  again(doors: Doors): Promise<RestAnswer | undefined> {
    return send(doors[this.options.door ?? 'app'], this.options.request)
  }

  /** The refusal of the same key with another body. */
  async alter(doors: Doors): Promise<string | undefined> {
    const { altered, door = 'app' } = this.options
    const answer = altered && (await send(doors[door], altered))
    return answer && (refusalOf(answer) ?? 'no refusal')
  }
}

/** Undefined when no answer came. */
export async function send(person: Person, { method, path, body, headers }: Request): Promise<RestAnswer | undefined> {
  try {
    return await person.rest(method, path, body, headers)
  } catch (error) {
    // fetch: the server went away before its whole answer
    if (error instanceof TypeError) return undefined
    throw error
  }
}
