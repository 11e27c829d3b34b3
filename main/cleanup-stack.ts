import type { Logger } from '../src/logger.js'

/** Opened resources, which are closed in reverse order. */
export class CleanupStack {
  readonly #steps: (() => void | Promise<void>)[] = []

  constructor(private readonly log: Logger) {}

  push(step: () => void | Promise<void>): void {
    this.#steps.push(step)
  }

  /** A step that fails does not keep the others from running. */
  async all(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step()
      } catch (error) {
        this.log.error({ err: error }, 'shutdown_step.failed')
      }
    }
  }
}
