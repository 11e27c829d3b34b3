import type { WorkerStatus } from '../src/ports/reply-generator/service-status.js'
import type { WorkerReport } from './worker-report.js'

/** The status of a worker by its report. Workers of earlier releases report no model. */
export function workerStatusOf({
  model_state: state,
  running,
  max_concurrent,
  model = null,
  context_tokens: contextTokens = null,
  thoughts = null,
}: ReportedStatus): WorkerStatus {
  return { name: null, state, model, running, concurrency: max_concurrent, contextTokens, thoughts }
}

/** The keys of `GET /performance` that a status has. */
type ReportedStatus = Pick<WorkerReport, 'model_state' | 'running' | 'max_concurrent'> &
  Partial<Pick<WorkerReport, 'model' | 'context_tokens' | 'thoughts'>>

/** Of a worker that does not answer. */
export const awayWorker: WorkerStatus = {
  name: null,
  state: 'away',
  model: null,
  running: null,
  concurrency: null,
  contextTokens: null,
  thoughts: null,
}
