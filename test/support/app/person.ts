import { createClient as createStreamClient, type Client as StreamClient } from 'graphql-sse'
import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'
import type { Asked, ServiceName } from '../rest/documented.js'
import { lineAt } from './lines-served.js'

export interface GraphqlAnswer {
  // the fields depend on the document of the test
  readonly data: Record<string, unknown> | null
  readonly errors: readonly { message: string; path?: unknown; extensions: { code: string; fields?: unknown } }[]
}

export interface RestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown
}

export const password = 'correct horse battery'

/** A client of the running app: GraphQL over HTTP, GraphQL over a socket, REST. */
export class Person {
  /** The service whose document the answers must match. */
  protected readonly service: ServiceName = 'application'

  constructor(
    readonly url: string,
    readonly id = '',
    readonly username = '',
    readonly token?: string,
  ) {}

  static async register(url: string, username: string): Promise<Person> {
    const email = `${username}@example.com`
    const input = { username, email, password, eulaAgreed: true, privacyAgreed: true }
    const stranger = new Person(url)
    const registered = await stranger.data(
      'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }',
      { input },
    )
    const signedIn = await stranger.data('mutation ($input: LoginInput!) { login(input: $input) { token } }', {
      input: { email, password },
    })
    return new Person(url, at(registered, 'register', 'account', 'id'), username, at(signedIn, 'login', 'token'))
  }

  /** The same person and token at another address, for example after a restart. */
  movedTo(url: string): Person {
    return new Person(url, this.id, this.username, this.token)
  }

  async graphql(query: string, variables: object = {}): Promise<GraphqlAnswer> {
    const { body } = await this.rest('POST', '/graphql', { query, variables })
    const { data = null, errors = [] } = body as Partial<GraphqlAnswer>
    return { data, errors }
  }

  /** Runs an operation that must succeed; returns its data. */
  async data(query: string, variables: object = {}): Promise<Record<string, unknown>> {
    const { data, errors } = await this.graphql(query, variables)
    if (errors.length > 0 || data === null) throw new Error(`GraphQL: ${JSON.stringify(errors)}`)
    return data
  }

  /** Runs an operation that must fail; returns its error codes. */
  async codes(query: string, variables: object = {}): Promise<string[]> {
    const { errors } = await this.graphql(query, variables)
    return errors.map(({ extensions }) => extensions.code)
  }

  async rest(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<RestAnswer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: asBody(body), duplex: 'half' as const }),
    })
    const text = await response.text()
    const answer = { status: response.status, headers: response.headers, text, body: parsed(text) }
    if (path !== '/graphql')
      await mustBeDocumented({ line: lineAt(this.url), service: this.service, method, path }, answer)
    return answer
  }

  /** A new socket of this person, opened with these headers. Dispose of it. */
  socket(headers: Readonly<Record<string, string>> = {}): Client {
    return createClient({
      url: `${this.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string) {
          super(url, protocols, { headers })
        }
      },
      retryAttempts: 0,
      ...(this.token === undefined ? {} : { connectionParams: { authorization: `Bearer ${this.token}` } }),
    })
  }

  /** A new client of `/graphql/stream`, also at another address of the server. Dispose of it. */
  eventStream(base = this.url): StreamClient {
    return createStreamClient({
      url: `${base}/graphql/stream`,
      retryAttempts: 0,
      ...(this.token === undefined ? {} : { headers: { authorization: `Bearer ${this.token}` } }),
    })
  }

  /** Creates a chat room (with a new character) or an office room; returns its UUID. */
  async room(kind: 'chat' | 'office' = 'office'): Promise<string> {
    if (kind === 'office') {
      const made = await this.data('mutation { createOfficeRoom { room { id } } }')
      return at(made, 'createOfficeRoom', 'room', 'id')
    }
    const character = await this.data(
      'mutation { createCharacter(input: { name: "Grace", greeting: "Ahoy", context: "A sailor" }) { character { id } } }',
    )
    const characterId = at(character, 'createCharacter', 'character', 'id')
    const made = await this.data(
      'mutation ($characterId: ID) { createChatRoom(input: { characterId: $characterId }) { room { id } } }',
      { characterId },
    )
    return at(made, 'createChatRoom', 'room', 'id')
  }

  /** Sends a message; returns the id of the generation. */
  async say(roomId: string, text = 'Hello', idempotencyKey?: string): Promise<string> {
    const sent = await this.data(
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }',
      { input: { roomId, text, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) } },
    )
    return at(sent, 'sendMessage', 'generation', 'id')
  }
}

/** A client of the chat-log service. */
export class ChatLogCaller extends Person {
  protected override readonly service = 'chatLog'
}

/** A client of the admin service. */
export class AdminCaller extends Person {
  protected override readonly service = 'admin'
}

/** A client of the office or the character service. */
export class WorkerCaller extends Person {
  constructor(
    url: string,
    protected override readonly service: 'office' | 'character',
  ) {
    super(url)
  }
}

/** The text at a path of an answer. */
export function at(value: unknown, ...path: (string | number)[]): string {
  const found = path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)
  if (typeof found !== 'string') throw new Error(`no text at ${path.join('.')}: ${JSON.stringify(value)}`)
  return found
}

/** Compares every REST answer in tests with the documents of the services. */
async function mustBeDocumented(asked: Asked, answer: RestAnswer): Promise<void> {
  const { undocumented } = await import('../rest/documented.js')
  const complaint = undocumented(asked, answer)
  if (complaint !== undefined) throw new Error(`not as documented: ${complaint}`)
}

function asBody(body: unknown): string | FormData | Uint8Array<ArrayBuffer> | ReadableStream {
  if (typeof body === 'string' || body instanceof FormData || body instanceof ReadableStream) return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
