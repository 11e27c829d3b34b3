import type { HistorySource } from '../../src/ports/history-source/history-source.js'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'

/** The workers of the latest line, which serve the earlier lines. */
export interface EarlierServices {
  readonly generators: Readonly<Record<Kind, ReplyGenerator>>
  /** The source of the history; without it every reply has no history. */
  readonly history?: HistorySource | undefined
  /** Milliseconds from acceptance, queueing included, until a reply fails. */
  readonly timeoutMs: number
}
