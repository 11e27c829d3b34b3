import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

/** A job with its newest turns only, without their dates: for a model that each further token costs, or was not trained on. */
export function withNewestTurns<Job extends ReplyJob>(job: Job, most: number): Job {
  const history = job.history.slice(-most).map(({ askedAt: _askedAt, ...turn }) => turn)
  const hasEarlierTurns = job.hasEarlierTurns === true || job.history.length > most
  return { ...job, history, hasEarlierTurns, historyCuts: undefined }
}
