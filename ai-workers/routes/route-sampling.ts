import type { Kind } from '../../src/kinds.js'
import type { AskedSampling, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

const hosted: Readonly<Record<Kind, AskedSampling>> = {
  office: { maxTokens: 2_048, temperature: 0.7, topP: 0.9 },
  character: { maxTokens: 2_048, temperature: 0.8, topP: 0.95 },
}

/** The sampling of a hosted model on the documented routes (contract: ai-workers.13). A local model has that of its settings. */
export function routeSampling(kind: Kind, model: string): Pick<ReplyJob, 'sampling'> {
  return model === 'Local' ? {} : { sampling: hosted[kind] }
}
