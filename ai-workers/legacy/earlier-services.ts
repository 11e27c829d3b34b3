import type { HistorySource } from '../../src/ports/history-source/history-source.js'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'

/** What the earlier lines ask: the workers of the latest line. */
export interface EarlierServices {
  readonly generators: Readonly<Record<Kind, ReplyGenerator>>
  /** Where what was said before is read; unset: every reply is a first one. */
  readonly history?: HistorySource | undefined
  /** Milliseconds from acceptance, queueing included, until a reply fails. */
  readonly timeoutMs: number
}
