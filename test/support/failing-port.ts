import { AppError } from '../../src/errors.js'

type Moment = 'before' | 'after'

export interface FailingPortOptions<Port> {
  /** Methods whose answer is iterated; all others give promises. */
  readonly streams?: readonly (keyof Port)[]
  /** What a call fails with; by default that of a store that cannot be reached. */
  readonly failure?: () => Error
}

/** A port like one behind a network: a call of it may fail before it did anything, or after. `port` stands in its place. */
export class FailingPort<Port extends object> {
  readonly port: Port
  /** Fails every call. */
  isDown = false
  /** Calls begun. */
  calls = 0
  #failing: { readonly call: number; readonly when: Moment } | undefined
  #between: { readonly call: number; readonly act: () => Promise<unknown> } | undefined

  constructor(port: Port, { streams = [], failure = away }: FailingPortOptions<Port> = {}) {
    const isStream = (name: string | symbol) => streams.some((stream) => stream === name)
    this.port = new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        const act = (args: unknown[]): unknown => Reflect.apply(member, target, args)
        if (isStream(name)) return (...args: unknown[]) => this.#stream(() => act(args), failure)
        return (...args: unknown[]) => this.#call(() => act(args), failure)
      },
    })
  }

  /** The n-th call from now on fails, alone; its answer is lost, or it never arrived. */
  failOnce(nth: number, when: Moment): void {
    this.#failing = { call: this.calls + nth, when }
  }

  /** Whether the call that was to fail has come. */
  get hasFailed(): boolean {
    return this.#failing !== undefined && this.calls >= this.#failing.call
  }

  /** When the n-th call from now on has been done, something else happens before its answer. */
  interruptOnce(nth: number, act: () => Promise<unknown>): void {
    this.#between = { call: this.calls + nth, act }
  }

  /** Fails no more. */
  heal(): void {
    this.isDown = false
    this.#failing = undefined
  }

  async #call(act: () => unknown, failure: () => Error): Promise<unknown> {
    const { when, between } = this.#begin()
    if (when === 'before') throw failure()
    const answer = await act()
    await between?.()
    if (when === 'after') throw failure()
    return answer
  }

  async *#stream(act: () => unknown, failure: () => Error): AsyncGenerator {
    const { when } = this.#begin()
    if (when === 'before') throw failure()
    yield* act() as AsyncIterable<unknown>
    if (when === 'after') throw failure()
  }

  #begin() {
    this.calls += 1
    const chosen = this.#failing?.call === this.calls ? this.#failing.when : undefined
    const between = this.#between?.call === this.calls ? this.#between.act : undefined
    return { when: this.isDown ? ('before' as const) : chosen, between }
  }
}

function away(): AppError {
  return new AppError('UNAVAILABLE', { part: 'store', message: 'The database cannot be reached' })
}
