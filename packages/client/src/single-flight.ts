import { abortable } from './backoff.js'

/** One task at a time: calls while it runs share its promise. The signal of a caller ends its wait, not the task. */
export class SingleFlight<Value> {
  #running: Promise<Value> | undefined

  run(task: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return abortable(signal, (this.#running ??= task().finally(() => (this.#running = undefined))))
  }

  /** Resolves when none runs. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => undefined)
  }
}
