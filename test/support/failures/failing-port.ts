import { AppError } from '@parley/runtime'

type Moment = 'before' | 'after'

export interface FailingPortOptions<Port> {
  /** Methods that return an iterator; all others return promises. */
  readonly streams?: readonly (keyof Port)[]
  /** The methods that count and fail; by default all. */
  readonly only?: readonly (keyof Port)[]
  /** The error of a failing call; by default that of an unreachable store. */
  readonly failure?: () => Error
}

/** A port that fails like one behind a network: before a call had an effect, or after. `port` replaces the original. */
export class FailingPort<Port extends object> {
  readonly port: Port
  /** Fails every call. */
  isDown = false
  /** Calls begun. */
  calls = 0
  #failing: { readonly call: number; readonly when: Moment } | undefined
  readonly #interrupts: { readonly call: number; readonly when: Moment; readonly act: () => Promise<unknown> }[] = []

  constructor(port: Port, { streams = [], only, failure = away }: FailingPortOptions<Port> = {}) {
    const isStream = (name: string | symbol) => streams.some((stream) => stream === name)
    this.port = new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        const act = (args: unknown[]): unknown => Reflect.apply(member, target, args)
        if (only && !only.some((each) => each === name)) return (...args: unknown[]) => act(args)
        if (isStream(name)) return (...args: unknown[]) => this.#stream(() => act(args), failure)
        return (...args: unknown[]) => this.#call(() => act(args), failure)
      },
    })
  }

  /** Fails only the n-th call from now on: it never arrives, or its answer is lost. */
  failOnce(nth: number, when: Moment): void {
    this.#failing = { call: this.calls + nth, when }
  }

  /** Whether the failing call has happened. */
  get hasFailed(): boolean {
    return this.#failing !== undefined && this.calls >= this.#failing.call
  }

  /** Runs `act` before the n-th call from now on, or after it and before its answer. */
  interruptOnce(nth: number, act: () => Promise<unknown>, when: Moment = 'after'): void {
    this.#interrupts.push({ call: this.calls + nth, when, act })
  }

  /** Ends all failures. */
  heal(): void {
    this.isDown = false
    this.#failing = undefined
  }

  async #call(act: () => unknown, failure: () => Error): Promise<unknown> {
    const { when, interrupt } = this.#begin()
    if (when === 'before') throw failure()
    await interrupt('before')
    const answer = await act()
    await interrupt('after')
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
    const now = this.#interrupts.filter(({ call }) => call === this.calls)
    const interrupt = async (moment: Moment) => {
      for (const { act } of now.filter(({ when }) => when === moment)) await act()
    }
    return { when: this.isDown ? ('before' as const) : chosen, interrupt }
  }
}

function away(): AppError {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  return new AppError('UNAVAILABLE', { part: 'store', message: 'The database cannot be reached', cause })
}
