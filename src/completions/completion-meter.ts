import type { ReplyProgress, ReplyReceipt } from '../ports/reply-generator/reply-generator.js'
import type { Allowance } from '../usage/allowance.js'
import type { OpenCompletions } from './open-completions.js'

export interface CompletionMeterOptions {
  readonly id: string
  readonly userId: number
  /** Epoch milliseconds. */
  readonly chargedAt: number
  /** The estimated tokens of its prompt. */
  readonly promptEstimate: number
  readonly open: OpenCompletions
  readonly allowance: Allowance
}

/** Counts one completion while it runs, so that it is charged however it ends. */
export class CompletionMeter {
  #hasStarted = false
  #hasFailed = false
  #text = ''
  #receipt: ReplyReceipt | null = null
  #keeping: NodeJS.Timeout | undefined
  #settled: Promise<void> | undefined

  constructor(private readonly options: CompletionMeterOptions) {}

  /** Called when reading begins: the completion runs until it is settled. */
  begin(): void {
    const { id, open } = this.options
    this.#keeping ??= setInterval(() => void open.renew(id, this.#cost()), open.keepEveryMs).unref()
  }

  record(progress: ReplyProgress): void {
    if (progress.kind === 'started') this.#hasStarted = true
    if (progress.kind === 'delta') this.#text = this.#text.slice(0, progress.offset) + progress.delta
    if (progress.kind !== 'end') return
    this.#hasFailed = progress.outcome === 'failed'
    this.#receipt = progress.receipt ?? null
  }

  /** It broke. */
  fail(): void {
    this.#hasFailed = true
  }

  /** Ends it; only the first call counts. Never rejects. */
  settle(): Promise<void> {
    clearInterval(this.#keeping)
    const { id, userId, chargedAt, open } = this.options
    const giveBackOf = this.#hasFailed && !this.#hasStarted ? chargedAt : undefined
    return (this.#settled ??= open.settle({ id, userId, tokens: this.#cost(), giveBackOf }))
  }

  #cost(): number {
    return this.options.allowance.costOf({
      status: this.#hasFailed ? 'FAILED' : 'RUNNING',
      text: this.#text,
      receipt: this.#receipt,
      promptEstimate: this.#hasStarted ? this.options.promptEstimate : 0,
    })
  }
}
