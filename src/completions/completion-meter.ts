import { repeat } from '@parley/runtime'
import type { ReplyProgress, ReplyReceipt } from '../ports/reply-generator/reply-generator.js'
import type { Allowance } from '../usage/allowance.js'
import type { Charged } from '../usage/usage-counts.js'
import type { OpenCompletions } from './open-completions.js'

/** Counts the tokens of one completion while it runs, so that it is charged whichever way it ends. */
export class CompletionMeter {
  #hasStarted = false
  #hasFailed = false
  /** Of its newest attempt, with its calls. */
  #text = ''
  #thoughts = ''
  #attempt = 0
  #receipt: ReplyReceipt | null = null
  #stopRenewing: (() => Promise<void>) | undefined
  #settled: Promise<void> | undefined

  constructor(
    private readonly options: Charged & {
      readonly id: string
      /** Epoch milliseconds. */
      readonly chargedAt: number
      /** The estimated tokens of its prompt. */
      readonly promptEstimate: number
      readonly open: OpenCompletions
      readonly allowance: Allowance
    },
  ) {}

  /** Called when reading begins. The completion counts as running until `settle`. */
  begin(): void {
    const { id, open } = this.options
    this.#stopRenewing ??= repeat(() => open.renew(id, this.#cost()), { everyMs: open.renewEveryMs })
  }

  record(progress: ReplyProgress): void {
    if (progress.kind === 'started') this.#hasStarted = true
    if (progress.kind === 'thought' || progress.kind === 'delta' || progress.kind === 'tool_call') {
      if (progress.attempt !== this.#attempt) [this.#text, this.#thoughts] = ['', '']
      this.#attempt = progress.attempt
      if (progress.kind === 'thought') this.#thoughts += progress.delta
      else this.#text += progress.delta
      if (progress.kind === 'tool_call') this.#text += progress.head?.name ?? ''
    }
    if (progress.kind !== 'end') return
    this.#hasFailed = progress.outcome === 'failed'
    this.#receipt = progress.receipt ?? null
  }

  fail(): void {
    this.#hasFailed = true
  }

  /** Ends the completion; further calls have no effect. Never rejects. */
  settle(): Promise<void> {
    void this.#stopRenewing?.()
    const { id, userId, keyId, model, chargedAt, open } = this.options
    const refundOf = this.#hasFailed && !this.#hasStarted ? chargedAt : undefined
    return (this.#settled ??= open.settle({ id, userId, keyId, model, tokens: this.#cost(), refundOf }))
  }

  #cost(): number {
    return this.options.allowance.costOf({
      status: this.#hasFailed ? 'FAILED' : 'RUNNING',
      text: this.#text,
      thoughts: this.#thoughts,
      receipt: this.#receipt,
      continuesFrom: null,
      promptEstimate: this.#hasStarted ? this.options.promptEstimate : 0,
    })
  }
}
