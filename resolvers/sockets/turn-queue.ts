/**
 * Runs functions in their order, a few in each turn of the event loop, so that other requests run in between. What a
 * function leads to at once runs before the next one.
 */
export class TurnQueue {
  readonly #waiting: (() => void)[] = []
  #isRunning = false

  constructor(private readonly perTurn: number) {}

  add(run: () => void): void {
    this.#waiting.push(run)
    if (!this.#isRunning) setImmediate(() => this.#run())
    this.#isRunning = true
  }

  #run(): void {
    for (const run of this.#waiting.splice(0, this.perTurn)) setImmediate(run)
    this.#isRunning = this.#waiting.length > 0
    if (this.#isRunning) setImmediate(() => this.#run())
  }
}
