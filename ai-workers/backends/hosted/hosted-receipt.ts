import type { ReplyReceipt } from '../../../src/ports/reply-generator/reply-generator.js'
import { turnCount } from '../../prompts/exchanges.js'
import type { BackendJob, ReportReceipt } from '../backend.js'
import type { FittedJob } from './fit-hosted.js'
import type { HostedReply } from './hosted-reply.js'

interface Exchanged {
  /** The name of the model at its server. */
  readonly model: string
  readonly job: BackendJob
  readonly sent: FittedJob
  readonly reply: HostedReply
}

/** Reports nothing when the server sent no count: it cannot be computed here. */
export function reportHosted({ model, job, sent, reply }: Exchanged, report: ReportReceipt | undefined): void {
  const { usage, finish } = reply
  if (!usage) return
  const { promptTokens, cachedTokens: reusedTokens, replyTokens } = usage
  const turnsKept = turnCount(sent.job)
  const turns = { turnsKept, turnsDropped: turnCount(job) - turnsKept }
  const counts = { promptTokens, reusedTokens, readTokens: promptTokens - reusedTokens, replyTokens }
  report?.({ model, sampling: sent.sampling, ...counts, ...turns, finish } satisfies ReplyReceipt)
}
