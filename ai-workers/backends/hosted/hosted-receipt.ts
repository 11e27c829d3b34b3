import type { ReplySampling } from '@parley/engine'
import type { ReplyReceipt } from '../../../src/ports/reply-generator/reply-generator.js'
import { turnCount } from '../../prompts/exchanges.js'
import { keptOf } from '../../prompts/kept.js'
import type { BackendJob, ReportReceipt } from '../backend.js'
import type { HostedReply } from './hosted-reply.js'

interface Exchanged {
  /** The name of the model at its server. */
  readonly model: string
  readonly job: BackendJob
  /** The job with the part that was sent. */
  readonly sent: BackendJob
  readonly sampling: ReplySampling
  readonly reply: HostedReply
}

/** Reports no measurements when the server sent no count: it cannot be computed here. */
export function reportHosted(
  { model, job, sent, sampling, reply }: Exchanged,
  report: ReportReceipt | undefined,
): void {
  const { usage } = reply
  // a reply that did not end was cut here, at a text that ends it
  const finish = reply.isEnded ? reply.finish : 'stop'
  if (!usage) return report?.({ finish })
  const { promptTokens, cachedTokens: reusedTokens, replyTokens, thoughtTokens } = usage
  const turnsKept = turnCount(sent)
  const turns = { turnsKept, turnsDropped: turnCount(job) - turnsKept }
  const counts = { promptTokens, reusedTokens, readTokens: promptTokens - reusedTokens, replyTokens, thoughtTokens }
  report?.({ model, sampling, ...counts, ...turns, ...keptOf(job, sent), finish } satisfies ReplyReceipt)
}
