import type { Logger } from '@parley/runtime'

/** Opened resources, closed in reverse order. */
export class CleanupStack {
  readonly #steps: (() => void | Promise<void>)[] = []

  constructor(private readonly log: Logger) {}

  push(step: () => void | Promise<void>): void {
    this.#steps.push(step)
  }

  /** Runs all steps, even if some of them fail. */
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
