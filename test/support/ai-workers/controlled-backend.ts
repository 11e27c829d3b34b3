import type { BackendJob, TextBackend } from '../../../ai-workers/backends/backend.js'

/** One reply that the test controls. */
export class ControlledReply {
  readonly #said: string[] = []
  #wake: (() => void) | undefined
  #ending: { readonly error?: Error } | undefined
  /** Resolves when the reply is cancelled. */
  readonly stopped: Promise<void>

  constructor(
    readonly job: BackendJob,
    private readonly signal: AbortSignal,
  ) {
    this.stopped = new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  say(text: string): void {
    this.#said.push(text)
    this.#wake?.()
  }

  end(): void {
    this.#ending = {}
    this.#wake?.()
  }

  fail(error: Error): void {
    this.#ending = { error }
    this.#wake?.()
  }

  async *pieces(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      this.signal.throwIfAborted()
      const piece = this.#said.shift()
      if (piece !== undefined) yield piece
      else if (this.#ending?.error) throw this.#ending.error
      else if (this.#ending) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** A model whose output the test controls, in text and time. */
export class ControlledBackend implements TextBackend {
  readonly name = 'spoken'
  readonly #speeches: ControlledReply[] = []
  #asked = 0
  readonly #watchers: (() => void)[] = []

  stream(job: BackendJob, signal: AbortSignal): AsyncIterable<string> {
    const speech = new ControlledReply(job, signal)
    this.#speeches.push(speech)
    for (const look of this.#watchers.splice(0)) look()
    return speech.pieces()
  }

  /** How many replies have begun. */
  get begun(): number {
    return this.#speeches.length
  }

  /** The next reply that starts. */
  async next(): Promise<ControlledReply> {
    const index = this.#asked++
    for (;;) {
      const speech = this.#speeches[index]
      if (speech) return speech
      await new Promise<void>((resolve) => this.#watchers.push(resolve))
    }
  }
}
