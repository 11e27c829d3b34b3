import { abortable, pause, waitMs, within, type RetrySettings } from './backoff.js'
import type { Operation } from './operation.js'
import { refreshSession } from './operations.generated.js'
import type { Page } from './page-events.js'
import { ParleyError } from './parley-error.js'
import { Session, type SessionEnd, type Tokens } from './session/session.js'
import type { SessionStorage } from './session/session-storage.js'
import { Documents, type OperationRequest } from './transport/documents.js'
import { eventStream } from './transport/event-stream.js'
import { bodyOf, dataOf, post, type HttpRequest } from './transport/http.js'
import { Socket } from './transport/socket.js'

export interface CallOptions {
  /** Ends the call, which then rejects with ABORTED. */
  readonly signal?: AbortSignal | undefined
}

export interface RequestOptions extends CallOptions {
  /** Whether it can be sent again after a lost answer: by default a query, and a mutation with an idempotency key. */
  readonly isRepeatable?: boolean
  /** In place of that of the session; null sends none. */
  readonly token?: string | null
  /** How long each try waits for its answer, in milliseconds. */
  readonly timeoutMs?: number
  /** How long after the first try there can be another one, in milliseconds. */
  readonly repeatMs?: number
  /** Called before it is sent again. */
  readonly onRepeat?: () => void
}

export interface SendingOptions extends RequestOptions {
  /** In place of that of the client. */
  readonly fetch?: typeof fetch | undefined
}

/** `waiting`: the connection was lost, the next try is in a while. `ended`: there will be none. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'waiting' | 'ended'

export interface FollowOptions extends CallOptions {
  /** Whether a new connection begins at the last cursor; by default it does. */
  readonly resumes?: () => boolean
  readonly onConnection?: (connection: ConnectionState, error: ParleyError | null) => void
}

export interface ClientSettings {
  readonly url: string
  readonly session: SessionStorage
  readonly fetch: typeof fetch
  readonly WebSocket: unknown
  readonly page: Page
  readonly retry: RetrySettings
  /** How long a request waits for its answer, in milliseconds. */
  readonly timeoutMs: number
  readonly keepAliveMs: number
  readonly socketRetryMs: number
}

/** Reasons of the server after which the session is over (docs/sessions.md). */
const endings: Readonly<Record<string, SessionEnd>> = {
  'Account banned': 'BANNED',
  'Account deleted': 'DELETED',
  'Signed out': 'SIGNED_OUT',
}

type Variables = Readonly<Record<string, unknown>>
const maxRepairs = 3

/** Requests and subscriptions of one session, over HTTP, a WebSocket or server-sent events. */
export class Client {
  readonly session: Session
  readonly #documents = new Documents()
  readonly #socket: Socket
  /** End the waits of subscriptions. */
  readonly #wakers = new Set<() => void>()

  readonly #settings: ClientSettings

  constructor(settings: ClientSettings) {
    this.#settings = settings
    this.session = new Session(settings.session, (refreshToken) => this.refresh(refreshToken))
    this.#socket = new Socket({ ...settings, token: () => this.session.token() })
  }

  /** Runs a query or a mutation. */
  async request<Result, V extends Variables>(
    operation: Operation<Result, V>,
    variables: V,
    options: RequestOptions = {},
  ): Promise<Result> {
    const isRepeatable = options.isRepeatable ?? isSafe(operation, variables)
    let body: OperationRequest | undefined
    return this.#send({
      ...{ ...options, isRepeatable },
      request: async () => ({ path: '/graphql', body: (body = await this.#documents.requestOf(operation, variables)) }),
      read: async (response) => dataOf(operation, await bodyOf(response)),
      repair: (error) => this.#documents.learn(error, body),
    })
  }

  async refresh(refreshToken: string, { signal }: CallOptions = {}): Promise<Tokens> {
    // within 30 s after the server has accepted it, a refresh token can be sent again
    const timeoutMs = Math.min(this.#settings.timeoutMs, 8_000)
    const options = { signal, timeoutMs, repeatMs: 20_000, isRepeatable: true, token: null }
    return (await this.request(refreshSession, { refreshToken }, options)).refreshSession
  }

  /** Sends a form or a file to the REST interface, again after a lost answer: its key names it. */
  upload<Answer>(path: string, body: FormData | Blob, key: string, options: SendingOptions): Promise<Answer> {
    const request = async () => ({ path, body, headers: { 'idempotency-key': key } })
    const read = async (response: Response) => (await bodyOf(response)) as unknown as Answer
    return this.#send({ ...options, isRepeatable: true, request, read, repair: () => false })
  }

  /** A file of the REST interface; null for 404. */
  file(path: string, { signal }: CallOptions): Promise<Blob | null> {
    const read = async (response: Response) => {
      if (response.ok) return response.blob()
      if (response.status !== 404) await bodyOf(response)
      return null
    }
    return this.#send({ signal, isRepeatable: true, request: async () => ({ path }), read, repair: () => false })
  }

  /**
   * The results of a subscription, across lost connections: where it has the variable `after`, each next one continues at
   * the last cursor. Ends with UNAUTHENTICATED when the account of this client changes.
   */
  async *follow<Result, V extends Variables>(
    operation: Operation<Result, V>,
    variables: V,
    { signal, resumes, onConnection }: FollowOptions = {},
  ): AsyncGenerator<Result, void, undefined> {
    const account = this.session.read()?.accountId ?? null
    const change = new AbortController()
    const release = this.session.subscribe(({ accountId }) => {
      if (accountId === account) return
      // it belongs to the account before
      this.#socket.drop()
      change.abort()
    })
    const both = signal ? AbortSignal.any([signal, change.signal]) : change.signal
    let place: Variables = {}
    let failures = 0
    let repairs = 0
    try {
      for (;;) {
        if (resumes?.() === false) place = {}
        const request = await this.#documents.requestOf(operation, { ...variables, ...place })
        const isSocket = this.#socket.isUsable
        let token: string | undefined
        let openings = 0
        const live = () => {
          if (openings++ > 0) return
          onConnection?.('live', null)
          // the network is back
          for (const wake of [...this.#wakers]) wake()
        }
        // at a cursor there can be no event for a long time, and otherwise the first one is the state
        const opened = () => 'after' in place && live()
        onConnection?.('connecting', null)
        const usable = new AbortController()
        const stopProbe = isSocket ? undefined : this.#socket.onUsable(() => usable.abort())
        try {
          if (both.aborted) throw new ParleyError('ABORTED')
          if (!isSocket) token = await abortable(both, this.session.token())
          const results = isSocket
            ? this.#socket.subscribe(request, both, opened)
            : eventStream(this.#settings, request, { token, signal: AbortSignal.any([both, usable.signal]), opened })
          for await (const result of results) {
            const data = dataOf(operation, result)
            failures = repairs = 0
            yield data
            const after = cursorIn(data)
            if (after !== undefined) place = { after }
            live()
          }
          return
        } catch (reason) {
          let error = ParleyError.from(reason, both)
          if (usable.signal.aborted && error.code === 'NETWORK') continue
          if (!isSocket && openings === 0 && error.code === 'NETWORK') this.#socket.unblock()
          if (isSocket) token = this.#socket.token
          const renewed = () =>
            abortable(both, this.#renewed(error, token)).catch((failure: unknown) => {
              error = ParleyError.from(failure, both)
              return false
            })
          const isRepaired = this.#documents.learn(error, request) || (await renewed())
          if (isRepaired && repairs++ < maxRepairs) {
            if (error.code === 'UNAUTHENTICATED') this.#socket.drop()
            continue
          }
          const isLimited = error.code === 'RATE_LIMITED'
          if (!isLimited && !isTemporary(error)) throw error
          onConnection?.('waiting', error)
          const ms = Math.min(waitMs(this.#settings.retry, ++failures, error), 2 * this.#settings.retry.maxMs)
          const wakers = isLimited || error.retryAfterMs ? undefined : this.#wakers
          await pause(ms, both, { page: this.#settings.page, wakers })
        } finally {
          stopProbe?.()
        }
      }
    } catch (error) {
      throw change.signal.aborted && !signal?.aborted
        ? new ParleyError('UNAUTHENTICATED', 'The session has ended')
        : error
    } finally {
      release()
    }
  }

  /** Resolves when this client has another account than this one, or the signal is aborted. */
  accountChange(account: string | null, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let release: () => void = () => undefined
      const check = () => {
        if (!signal.aborted && this.session.getSnapshot().accountId === account) return
        release()
        signal.removeEventListener('abort', check)
        resolve()
      }
      release = this.session.subscribe(check)
      signal.addEventListener('abort', check)
      check()
    })
  }

  async #send<Value>(sending: Sending<Value>): Promise<Value> {
    const { retry, page } = this.#settings
    const { signal, isRepeatable, token: own, request, read, repair, onRepeat } = sending
    const { fetch = this.#settings.fetch } = sending
    const { timeoutMs = this.#settings.timeoutMs, repeatMs = Infinity } = sending
    const start = Date.now()
    for (let tries = 1, repairs = 0; ;) {
      let token: string | undefined
      try {
        token = own === undefined ? await abortable(signal, this.session.token()) : (own ?? undefined)
        const sent = { ...(await request()), token }
        return await within(timeoutMs, signal, async (limit) => {
          return read(await post({ ...this.#settings, fetch }, { ...sent, signal: limit }))
        })
      } catch (reason) {
        const error = ParleyError.from(reason, signal)
        const renew = async () => own === undefined && (await abortable(signal, this.#renewed(error, token)))
        if (repairs++ < maxRepairs && (repair(error) || (await renew()))) continue
        if (!isRepeatable || tries++ >= retry.attempts || !this.#isPassing(error)) throw error
        const ms = waitMs(retry, tries - 1, error)
        if (Date.now() + ms > start + repeatMs) throw error
        await pause(ms, signal, { page })
        onRepeat?.()
      }
    }
  }

  /** Whether there is a newer token after this one was refused. */
  async #renewed({ code, message }: ParleyError, token: string | undefined): Promise<boolean> {
    if (code !== 'UNAUTHENTICATED' || token === undefined) return false
    const ending = endings[message]
    if (ending) this.session.end(ending, token)
    const next = await this.session.renew(token)
    return next !== undefined && next !== token
  }

  #isPassing(error: ParleyError): boolean {
    return isTemporary(error) && (error.retryAfterMs ?? 0) <= 2 * this.#settings.retry.maxMs
  }
}

interface Sending<Value> extends SendingOptions {
  readonly isRepeatable: boolean
  readonly request: () => Promise<Pick<HttpRequest, 'path' | 'body' | 'headers'>>
  readonly read: (response: Response) => Promise<Value>
  /** Whether the same call can succeed after this error. */
  readonly repair: (error: ParleyError) => boolean
}

const isTemporary = ({ code, retryAfterMs = 0 }: ParleyError): boolean =>
  code === 'NETWORK' || code === 'UNAVAILABLE' || (code === 'RATE_LIMITED' && retryAfterMs > 0)

/** Whether the operation has no effect, or one effect however often it is sent. */
const isSafe = ({ isQuery, text }: Operation<unknown, never>, { idempotencyKey, input }: Variables): boolean =>
  [isQuery, text?.startsWith('query'), idempotencyKey, (input as Variables | undefined)?.['idempotencyKey']].some(
    Boolean,
  )

const cursorIn = (data: unknown) => (Object.values(data ?? {}) as { cursor?: string }[])[0]?.cursor
