import type { ReplyJob, ReplyReceipt } from '../../src/ports/reply-generator/reply-generator.js'
import { hasPersonaText } from './persona.js'

type KeptJob = Pick<ReplyJob, 'lore' | 'passages' | 'persona'>

/** What the prompt that was sent has of the lore, the passages and the persona of its job. */
export function keptOf(job: KeptJob, sent: KeptJob): Pick<ReplyReceipt, 'loreKept' | 'passagesKept' | 'personaKept'> {
  return {
    ...(job.lore ? { loreKept: sent.lore?.length ?? 0 } : {}),
    ...(job.passages ? { passagesKept: sent.passages?.length ?? 0 } : {}),
    ...(hasPersonaText(job) ? { personaKept: hasPersonaText(sent) } : {}),
  }
}
