import type { Client, ConnectionState } from './client.js'
import { ParleyError } from './parley-error.js'
import { Store } from './store.js'

export interface LiveState {
  readonly connection: ConnectionState
  /** The last failure: of a connection that is tried again, or the one that has ended it. */
  readonly error: ParleyError | null
}

/** A state that follows the server while it has a listener, and begins anew when the account of the client changes. */
export abstract class LiveStore<State extends LiveState> extends Store<State> {
  #account: string | null | undefined

  readonly #initial: State

  constructor(
    protected readonly client: Client,
    initial: State,
  ) {
    super(initial)
    this.#initial = initial
  }

  /** Follows until the server completes; rejects when it cannot continue. */
  protected abstract follow(signal: AbortSignal): Promise<void>

  protected reset(): void {
    this.set(this.#initial)
  }

  protected start(signal: AbortSignal): void {
    signal.addEventListener('abort', () => this.#connection('idle'))
    void this.#run(signal)
  }

  protected readonly onConnection = (connection: ConnectionState, error: ParleyError | null): void =>
    this.#connection(connection, error ?? (connection === 'connecting' ? this.getSnapshot().error : null))

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { session } = this.client
      const account = this.account()
      const error = await this.follow(signal).then(
        () => null,
        (reason: unknown) => ParleyError.from(reason),
      )
      if (!isAborted(signal) && account === session.getSnapshot().accountId) this.#connection('ended', error)
      await this.client.accountChange(account, signal)
    }
  }

  /** The account of the session. A state that belongs to another one begins anew. */
  protected account(): string | null {
    const account = this.client.session.read()?.accountId ?? null
    if (this.#account !== undefined && this.#account !== account) this.reset()
    this.#account = account
    return account
  }

  #connection(connection: ConnectionState, error: ParleyError | null = null): void {
    this.set({ connection, error } as Partial<State>)
  }
}

/** For the compiler, which expects no change while a promise is awaited. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted
