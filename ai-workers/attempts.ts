import { PromptTooLong } from '@parley/engine'
import { AppError, type Logger, reasonOf } from '@parley/runtime'
import type { ReplyFailure, ReplyProgress, ReplyReceipt } from '../src/ports/reply-generator/reply-generator.js'
import type { BackendJob, ReportReceipt, TextBackend } from './backends/backend.js'
import { HostedFailure } from './backends/hosted-failure.js'

interface AttemptsContext {
  readonly job: BackendJob
  readonly backend: TextBackend
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** UTF-16 code units. Far above every model setting: a backend that exceeds it has lost its own limit. */
const replyLengthLimit = 1_000_000

interface Failure {
  readonly reason: ReplyFailure
  readonly message?: string
}

/**
 * The fallback rule: after a stream that throws or gives no text, attempt 2 generates the reply in one piece, if the
 * model supports that and the job allows it.
 */
export async function* attempts(context: AttemptsContext): AsyncGenerator<ReplyProgress, void, undefined> {
  const { job, backend, signal } = context
  const receipts: ReplyReceipt[] = []
  const report: ReportReceipt = (receipt) => void receipts.push(receipt)
  let failure = yield* runAttempt(context, 1, () => backend.stream(job, signal, report))
  const complete = job.hasFallback === false ? undefined : backend.complete?.bind(backend)
  if (complete && failure?.reason === 'generation_failed') {
    failure = yield* runAttempt(context, 2, () => inOnePiece(complete(job, signal, report)))
  }
  const receipt = receipts.at(-1)
  const end = failure ? { outcome: 'failed' as const, ...failure } : { outcome: 'completed' as const }
  yield { kind: 'end', ...end, ...(receipt ? { receipt } : {}) }
}

/** Returns why it failed. Throws when the job is stopped or the model is away: the job has not failed. */
async function* runAttempt(
  context: AttemptsContext,
  attempt: number,
  chunksOf: () => AsyncIterable<string>,
): AsyncGenerator<ReplyProgress, Failure | undefined, undefined> {
  const { signal } = context
  let offset = 0
  try {
    const chunks = chunksOf()
    for await (const delta of chunks) {
      signal.throwIfAborted()
      if (delta === '') continue
      if (offset + delta.length > replyLengthLimit) throw new Error('The reply has no end')
      yield { kind: 'delta', attempt, offset, delta }
      offset += delta.length
    }
    signal.throwIfAborted()
    if (offset === 0) throw new Error('The model gave no text')
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    // another worker, or a later try, may run the job
    if (error instanceof AppError) throw error
    warn(context, attempt, error)
    if (error instanceof HostedFailure) return { reason: 'hosted_failed', message: error.message }
    return { reason: error instanceof PromptTooLong ? 'prompt_too_long' : 'generation_failed' }
  }
}

async function* inOnePiece(text: Promise<string>): AsyncGenerator<string, void, undefined> {
  yield await text
}

function warn({ job, backend, logger }: AttemptsContext, attempt: number, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown.message : 'unknown'
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? { cause: reasonOf(thrown.cause) } : {}
  logger.warn(
    { generationId: job.id, kind: job.kind, model: job.model, backend: backend.name, attempt, error, ...cause },
    'generation.attempt_failed',
  )
}
