/** One task at a time: calls while it runs share its promise. */
export class SingleFlight<Value> {
  #running: Promise<Value> | undefined

  run(task: () => Promise<Value>): Promise<Value> {
    return (this.#running ??= task().finally(() => (this.#running = undefined)))
  }

  /** Resolves when none runs. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => undefined)
  }
}
