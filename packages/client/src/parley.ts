import { accountOf } from './account.js'
import type { RetrySettings } from './backoff.js'
import { charactersOf } from './characters/characters.js'
import { Client, type CallOptions, type FollowOptions, type RequestOptions } from './client.js'
import { filesOf } from './files.js'
import type { Operation } from './operation.js'
import type { Page } from './page-events.js'
import { roomsOf } from './rooms/rooms.js'
import { memorySession, type SessionStorage } from './session/session-storage.js'
import type { SessionState } from './session/session.js'
import type { Readable } from './store.js'

export interface ParleyOptions {
  /** The address of the server, such as `https://chat.example`, or `https://host.example/parley` behind a proxy that strips a path. */
  readonly url: string
  /** Where the session is kept. Default: `memorySession()`. */
  readonly session?: SessionStorage
  readonly fetch?: typeof fetch
  /** The constructor of sockets where the platform has none; false uses event streams alone. */
  readonly WebSocket?: unknown
  readonly retry?: Partial<RetrySettings>
  /** How long a request waits for its answer. Default: 30,000 ms. */
  readonly timeoutMs?: number
  /** Between two pings of a socket. Default: 10,000 ms. */
  readonly keepAliveMs?: number
  /** How long event streams are used after sockets have failed. Default: 60,000 ms. */
  readonly socketRetryMs?: number
  /** The window, whose `online` and `visibilitychange` events end a wait. */
  readonly page?: Page
}

export type Parley = ReturnType<typeof createParley>

/** A client of the Parley server at this address. */
export function createParley({ url, session = memorySession(), retry, ...options }: ParleyOptions) {
  const client = new Client({
    url: url.replace(/\/$/, ''),
    session,
    fetch: (input, init) => fetch(input, init),
    WebSocket: globalThis.WebSocket,
    page: globalThis,
    timeoutMs: 30_000,
    keepAliveMs: 10_000,
    socketRetryMs: 60_000,
    ...options,
    retry: { attempts: 6, firstMs: 300, maxMs: 15_000, ...retry },
  })
  const sessionState: Readable<SessionState> = client.session
  return {
    /** Whether there is a session, and why it has ended. */
    session: sessionState,
    ...accountOf(client),
    ...roomsOf(client),
    ...charactersOf(client),
    ...filesOf(client),
    /** Runs a query or a mutation. */
    request: <Result, V extends Readonly<Record<string, unknown>>>(
      operation: Operation<Result, V>,
      variables: V,
      options?: CallOptions & Pick<RequestOptions, 'isRepeatable'>,
    ): Promise<Result> => client.request(operation, variables, options),
    /** The results of a subscription, across lost connections, from the last cursor where it has one. */
    follow: <Result, V extends Readonly<Record<string, unknown>>>(
      operation: Operation<Result, V>,
      variables: V,
      options?: FollowOptions,
    ): AsyncGenerator<Result, void, undefined> => client.follow(operation, variables, options),
  }
}
