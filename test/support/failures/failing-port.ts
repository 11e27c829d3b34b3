import { AppError } from '../../../src/errors.js'

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
  readonly #interrupts: { readonly call: number; readonly when: Moment; readonly act: () => Promise<unknown> }[] = []

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

  /** Before the n-th call from now on, or when it has been done and is not yet answered, something else happens. */
  interruptOnce(nth: number, act: () => Promise<unknown>, when: Moment = 'after'): void {
    this.#interrupts.push({ call: this.calls + nth, when, act })
  }

  /** Fails no more. */
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
