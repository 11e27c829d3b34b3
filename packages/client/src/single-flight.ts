import { abortable } from './backoff.js'

/** One task at a time: calls while it runs share its promise. The signal of a caller ends its wait, not the task. */
export class SingleFlight<Value> {
  #running: Promise<Value> | undefined

  run(task: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return abortable(signal, (this.#running ??= task().finally(() => (this.#running = undefined))))
  }

  /** As `run`, for a task that the next events repeat: what fails is not reported. */
  start(task: () => Promise<Value>): void {
    this.run(task).catch(() => undefined)
  }

  /** Resolves when none runs. */
  async idle(): Promise<void> {
    await Promise.allSettled([this.#running])
  }
}
