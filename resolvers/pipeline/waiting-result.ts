import type { ExecutionResult } from 'graphql'
import type { EventSubscriber } from './shared-results.js'

type Outcome = ExecutionResult | undefined
type Waiter = Pick<EventSubscriber, 'client' | 'isGone'>

/**
 * Clients whose turns a result waits for: a client that has used much does not delay the others, and thousands of readers
 * need no turns.
 */
const clientsWithTurns = 8

/** The result of an event that waits for the first turn of one of its subscribers. */
export class WaitingResult {
  readonly #clients = new Set<string>()
  readonly #waiters: Waiter[] = []
  readonly #result: Promise<Outcome>
  #resolve: (outcome: Outcome | Promise<Outcome>) => void = () => undefined
  #reject: (error: unknown) => void = () => undefined

  constructor() {
    this.#result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Whether this subscriber needs no turn of its own. */
  hasTurnFor({ client }: Waiter): boolean {
    return this.#clients.has(client) || this.#clients.size >= clientsWithTurns
  }

  add(waiter: Waiter): Promise<Outcome> {
    this.#clients.add(waiter.client)
    this.#waiters.push(waiter)
    return this.#result
  }

  /** Whether a subscriber still needs the result. */
  isNeeded(): boolean {
    return this.#waiters.some(({ isGone }) => !isGone())
  }

  resolve(outcome: Outcome | Promise<Outcome>): void {
    this.#resolve(outcome)
  }

  reject(error: unknown): void {
    this.#reject(error)
  }
}
