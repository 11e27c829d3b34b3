import {
  type FieldsPart,
  type PromptSize,
  PromptTooLong,
  type ReplyPart,
  type ThoughtPart,
  type ToolCallPart,
} from '@parley/engine'
import { AppError, type Logger, reasonOf } from '@parley/runtime'
import type { ReplyFailure, ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'
import type { BackendJob, ReplyReport, ReportReceipt, TextBackend } from './backends/backend.js'
import { EmptyReply } from './backends/empty-reply.js'
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
  readonly isEmpty?: boolean
}

/**
 * The fallback rule: after a stream that throws or gives nothing where it must give text, attempt 2 generates the reply in
 * one piece, if the model supports that and the job allows it.
 */
export async function* attempts(context: AttemptsContext): AsyncGenerator<ReplyProgress, void, undefined> {
  const { job, backend, signal } = context
  const reports: ReplyReport[] = []
  const report: ReportReceipt = (ended) => void reports.push(ended)
  let failure = yield* runAttempt(context, 1, () => backend.stream(job, signal, report))
  const complete = job.hasFallback === false ? undefined : backend.complete?.bind(backend)
  // thoughts that have used all tokens of the reply would do so again
  const isUsedUp = failure?.isEmpty === true && reports.at(-1)?.finish === 'length'
  if (complete && failure?.reason === 'generation_failed' && !isUsedUp) {
    failure = yield* runAttempt(context, 2, () => inOnePiece(complete(job, signal, report)))
  }
  const ended = reports.at(-1)
  const finish = ended ? { finish: ended.finish } : {}
  const end = failure ? { outcome: 'failed' as const, ...failure } : { outcome: 'completed' as const, ...finish }
  yield { kind: 'end', ...end, ...(ended && 'model' in ended ? { receipt: ended } : {}) }
}

/** Returns why it failed. Throws when the job is stopped or the model is away: the job has not failed. */
async function* runAttempt(
  context: AttemptsContext,
  attempt: number,
  partsOf: () => AsyncIterable<ReplyPart>,
): AsyncGenerator<ReplyProgress, Failure | undefined, undefined> {
  const { job, signal } = context
  let [offset, thoughtOffset, fieldsOffset, length] = [0, 0, 0, 0]
  const offsets: number[] = []
  try {
    for await (const each of partsOf()) {
      signal.throwIfAborted()
      const part = withoutNul(each)
      if (isEmpty(part)) continue
      if (areFields(part)) {
        const { messageFields: delta } = part
        yield { kind: 'fields', attempt, offset: fieldsOffset, delta }
        fieldsOffset += delta.length
        if (fieldsOffset > replyLengthLimit) throw new Error('The reply has no end')
        continue
      }
      if (isThought(part)) {
        const { thought: delta } = part
        yield { kind: 'thought', attempt, offset: thoughtOffset, delta }
        thoughtOffset += delta.length
        if (thoughtOffset > replyLengthLimit) throw new Error('The reply has no end')
        continue
      }
      length += typeof part === 'string' ? part.length : lengthOf(part)
      if (length > replyLengthLimit) throw new Error('The reply has no end')
      if (typeof part === 'string') {
        yield { kind: 'delta', attempt, offset, delta: part }
        offset += part.length
      } else {
        const { arguments: delta, ...call } = part
        const before = offsets[part.index] ?? 0
        yield { kind: 'tool_call', attempt, ...call, offset: before, delta }
        offsets[part.index] = before + delta.length
      }
    }
    signal.throwIfAborted()
    // in a completion to say nothing is an answer, such as after the result of a tool, and a reply can have nothing to add;
    // attempt 2 follows a failure
    const mayBeEmpty = job.completion !== undefined || (job.beginning !== undefined && attempt === 1)
    if (length === 0 && !mayBeEmpty) throw new EmptyReply()
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    // another worker, or a later try, may run the job
    if (error instanceof AppError) throw error
    warn(context, attempt, error)
    if (error instanceof HostedFailure)
      return { reason: 'hosted_failed', message: error.message, ...(error.request.isEmpty ? { isEmpty: true } : {}) }
    if (error instanceof PromptTooLong) return { reason: 'prompt_too_long', message: sentenceOf(error.size) }
    return { reason: 'generation_failed', ...(error instanceof EmptyReply ? { isEmpty: true } : {}) }
  }
}

/** A store ends a text at NUL, and requests cannot have it either. */
function withoutNul(part: ReplyPart): ReplyPart {
  const clean = (text: string) => text.replaceAll('\0', '\uFFFD')
  if (typeof part === 'string') return clean(part)
  return isThought(part) ? { thought: clean(part.thought) } : part
}

async function* inOnePiece(parts: Promise<readonly ReplyPart[]>): AsyncGenerator<ReplyPart, void, undefined> {
  yield* await parts
}

function sentenceOf({ promptTokens, contextTokens, isEstimate }: PromptSize): string {
  const tokens = `${isEstimate ? 'about ' : ''}${promptTokens.toLocaleString('en')} tokens`
  if (contextTokens === undefined) return `The server of the model refused the prompt, which has ${tokens}, as too long`
  const most = contextTokens.toLocaleString('en')
  return `The prompt has ${tokens}, and the context of the model ${most}, for prompt and reply together`
}

const areFields = (part: ReplyPart): part is FieldsPart => typeof part !== 'string' && 'messageFields' in part
const isThought = (part: ReplyPart): part is ThoughtPart => typeof part !== 'string' && 'thought' in part

function isEmpty(part: ReplyPart): boolean {
  if (typeof part === 'string') return part === ''
  if (areFields(part)) return part.messageFields === ''
  return isThought(part) ? part.thought === '' : !part.head && !part.fields && part.arguments === ''
}

const lengthOf = ({ head, arguments: json, fields = '' }: ToolCallPart) =>
  json.length + fields.length + (head ? head.id.length + head.name.length : 0)

function warn({ job, backend, logger }: AttemptsContext, attempt: number, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown.message : 'unknown'
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? { cause: reasonOf(thrown.cause) } : {}
  const { code: providerCode, parameter } = (thrown instanceof HostedFailure ? thrown.request.refusal : undefined) ?? {}
  logger.warn(
    {
      generationId: job.id,
      kind: job.kind,
      model: job.model,
      backend: backend.name,
      attempt,
      error,
      providerCode,
      parameter,
      ...cause,
    },
    'generation.attempt_failed',
  )
}
