/** What a reader of a store sees. */
export interface Readable<State> {
  readonly getSnapshot: () => State
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: (state: State) => void) => () => void
}

/**
 * An observable, immutable state, as React's useSyncExternalStore reads it. It works while it has a listener: the first
 * one starts it, and the last one that leaves stops it.
 */
export abstract class Store<State> implements Readable<State> {
  readonly #listeners = new Set<(state: State) => void>()
  #state: State
  #run: AbortController | undefined

  constructor(initial: State) {
    this.#state = initial
  }

  readonly getSnapshot = (): State => this.#state

  readonly subscribe = (listener: (state: State) => void): (() => void) => {
    // the same function can be subscribed twice
    const own = (state: State) => listener(state)
    this.#listeners.add(own)
    if (!this.#run) this.start((this.#run = new AbortController()).signal)
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size > 0) return
      this.#run?.abort()
      this.#run = undefined
    }
  }

  /** Begins to keep the state up to date, until the signal is aborted. */
  protected abstract start(signal: AbortSignal): void

  protected set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) {
      try {
        listener(this.#state)
      } catch (error) {
        // the fault of a listener does not end the connection that has called it
        setTimeout(() => {
          throw error
        })
      }
    }
  }
}
