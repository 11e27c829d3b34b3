import type { FinishReason } from '@parley/chat-log-store'
import type { ReplyEnd } from '../ports/reply-generator/reply-generator.js'

/** How a completed reply ended; OTHER when the model does not say. */
export function finishReasonOf({ finish, receipt }: Extract<ReplyEnd, { outcome: 'completed' }>): FinishReason {
  const said = finish ?? receipt?.finish
  if (said === 'stop') return 'STOP'
  return said === 'length' ? 'LENGTH' : 'OTHER'
}
