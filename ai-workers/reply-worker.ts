import { WorkerQueue } from '@parley/queue'
import { AppError, type Logger, modelRetryMs, steadyTime, within } from '@parley/runtime'
import { isLongerThan } from '../src/limits.js'
import type {
  ModelState,
  ReplyGenerator,
  ReplyJob,
  ReplyProgress,
} from '../src/ports/reply-generator/reply-generator.js'
import { kindTable, type Kind } from '../src/kinds.js'
import type { WebSearch } from '../src/ports/web-search/web-search.js'
import { knownTimeZone } from '../src/time-zone.js'
import { attempts } from './attempts.js'
import type { TextBackend } from './backends/backend.js'
import { HostedFailure } from './backends/hosted-failure.js'
import { ObservedJob } from './observed-job.js'
import { Performance, performanceReport, type PerformanceCounts } from './performance.js'
import { defaultMergeMs } from './progress-buffer.js'
import { JobSearch } from './job-search.js'
import { ReplyStream } from './reply-stream.js'
import { reportQueue, type WorkerReport } from './worker-report.js'

interface ReplyWorkerOptions {
  readonly kind: Kind
  /** By model name (`Local`, `hosted4.1`). */
  readonly backends: ReadonlyMap<string, TextBackend>
  readonly logger: Logger
  /** The web search for jobs that request it; none when unset. */
  readonly search?: WebSearch | undefined
  /** The IANA time zone of jobs that name none; UTC when unset. */
  readonly timeZone?: string | undefined
  /** Jobs that run at the same time; 1 when unset (contract: ai-workers.10). */
  readonly concurrency?: number
  /** Jobs that may wait. */
  readonly queueLimit?: number
  /** Later deltas are merged over this many milliseconds. */
  readonly mergeWindowMs?: number
  /** That of the deadlines, in milliseconds. */
  readonly clock?: () => number
}

const defaultQueueLimit = 64

/** The text generation of one service: a bounded queue in front of its models. */
export class ReplyWorker implements ReplyGenerator {
  readonly #performance: Performance
  readonly #clock: () => number
  readonly #queue: WorkerQueue
  readonly #open = new Set<ReplyStream>()

  constructor(private readonly options: ReplyWorkerOptions) {
    const { concurrency = 1, queueLimit = defaultQueueLimit, clock = steadyTime } = options
    this.#clock = clock
    this.#performance = new Performance(concurrency, clock)
    this.#queue = new WorkerQueue({ concurrency, limit: queueLimit, retryAfterMs: modelRetryMs, clock })
  }

  /** See the port. Rejects with a plain Error for a job of the other kind: the wiring is wrong. */
  generate(job: ReplyJob, signal: AbortSignal): AsyncIterable<ReplyProgress> {
    const { mergeWindowMs = defaultMergeMs } = this.options
    return new ReplyStream({
      source: (stopped, accepted) => this.#run(job, stopped, accepted),
      signal,
      timeLeftMs: () => job.deadline - this.#clock(),
      mergeWindowMs,
      open: this.#open,
      onAccepted: () => this.#performance.accept(job.acceptedAt),
    })
  }

  /** `ready` when all models are; else the state of the first one that is not. */
  get modelState(): ModelState {
    const states = [...this.options.backends.values()].map(({ state = 'ready' }) => state)
    return states.find((state) => state !== 'ready') ?? 'ready'
  }

  /** The name of the model `Local`; null without one. */
  get model(): string | null {
    return this.options.backends.get('Local')?.name ?? null
  }

  /** Of the model `Local`: tokens of prompt and reply together; null while unknown. */
  get contextTokens(): number | null {
    return this.options.backends.get('Local')?.contextTokens ?? null
  }

  /** Whether the model `Local` shows thoughts before its replies; null while unknown. */
  get thoughts(): boolean | null {
    return this.options.backends.get('Local')?.hasThoughts ?? null
  }

  /** The tokens of each text for the model `Local`; undefined if it does not count them. */
  countTokens(texts: readonly string[]): readonly number[] | undefined {
    return this.options.backends.get('Local')?.countTokens?.(texts)
  }

  get counts(): PerformanceCounts {
    return this.#performance.counts
  }

  /** The body of `GET /performance`. */
  report(): WorkerReport {
    const { modelState: model_state, model, contextTokens: context_tokens, thoughts } = this
    return {
      ...performanceReport(this.#performance.counts),
      ...reportQueue(this.#queue),
      model_state,
      model,
      context_tokens,
      thoughts,
    }
  }

  get isPaused(): boolean {
    return this.#queue.isPaused
  }

  /** While it is paused no job starts; running ones go on, and all keep their deadlines. */
  setPaused(paused: boolean): void {
    if (paused === this.isPaused) return
    this.#queue.setPaused(paused)
    const { kind, logger } = this.options
    if (paused) logger.warn({ kind }, 'queue.paused')
    else logger.info({ kind }, 'queue.resumed')
  }

  /** Refuses new and waiting jobs with UNAVAILABLE; resolves when the running ones have ended. */
  drain(): Promise<void> {
    return this.#queue.drain()
  }

  /** Ends every job with UNAVAILABLE and refuses new ones; resolves when the models have stopped. */
  close(): Promise<void> {
    const drained = this.#queue.drain()
    for (const stream of this.#open) stream.fail(new AppError('UNAVAILABLE', { part: 'model' }))
    return drained
  }

  async *#run(
    sent: ReplyJob,
    signal: AbortSignal,
    accepted: () => void,
  ): AsyncGenerator<ReplyProgress, void, undefined> {
    const { kind, backends, logger } = this.options
    const job = { ...sent, timeZone: this.#timeZoneOf(sent) }
    if (job.kind !== kind) throw new Error(`The ${kind} worker was given a job of kind ${job.kind}`)
    const backend = backends.get(job.model)
    if (!backend) throw new AppError('BAD_USER_INPUT', { message: 'Invalid model name.' })
    const { message, messageLimit } = job
    if (messageLimit !== undefined && isLongerThan(message, messageLimit))
      throw new AppError('BAD_USER_INPUT', { message: `The message has more than ${String(messageLimit)} characters` })
    backend.check?.(job)
    requireReady(backend)
    const slot = this.#queue.enter(job)
    accepted()
    const observed = new ObservedJob(job)
    const left = new AbortController()
    // the search runs while the job waits in the queue
    const search = this.#searchFor(job, AbortSignal.any([signal, left.signal]))
    let isComplete = false
    try {
      for await (const { position, reason, startAt } of slot.positions(signal)) {
        const startsInMs = startAt === null ? null : Math.max(0, Math.round(startAt - this.#clock()))
        yield { kind: 'queued', position, reason, startsInMs }
      }
      observed.started()
      requireReady(backend)
      // a local model starts at once, and the wait for the references is a part of its run
      const isAtServer = backend.state !== undefined
      if (!isAtServer) yield { kind: 'started' }
      if (search) yield* search.progress()
      const running = attempts({
        job: { ...job, ...(await search?.forBackend()), traceparent: observed.traceparent },
        backend,
        signal,
        logger,
      })
      for await (const progress of isAtServer ? startedUnlessRefused(running) : running) {
        // a failed reply does not count for the usual duration
        observed.progressed(progress)
        if ((progress.kind === 'thought' || progress.kind === 'fields') && !job.readsThoughts) continue
        if (search) yield* search.progress()
        isComplete = progress.kind === 'end' && progress.outcome === 'completed'
        yield progress
      }
    } finally {
      left.abort()
      observed.end()
      slot.leave({ isComplete })
    }
  }

  /** Another process may know other zones. */
  #timeZoneOf({ timeZone }: ReplyJob): string | undefined {
    return (timeZone === undefined ? undefined : knownTimeZone(timeZone)) ?? this.options.timeZone
  }

  /** The search of a job (contract: ai-workers.8); undefined when none was requested. */
  #searchFor(job: ReplyJob, signal: AbortSignal): JobSearch | undefined {
    const { search } = this.options
    return search && job.searchAccess && kindTable[job.kind].searchesWeb
      ? new JobSearch(search, job, signal)
      : undefined
  }
}

function requireReady({ state = 'ready' }: TextBackend): void {
  if (state !== 'ready') throw new AppError('UNAVAILABLE', { part: 'model' })
}

/** A server refuses a request within this time; one that it has not refused then has started. */
const refusalMs = 2_000

/** `started` with the first progress, or after a moment: a job that the server refuses at once has not started. */
async function* startedUnlessRefused(
  running: AsyncGenerator<ReplyProgress, void, undefined>,
): AsyncGenerator<ReplyProgress, void, undefined> {
  const first = running.next()
  try {
    await within(refusalMs, first).catch((error: unknown) => {
      if (isRefusal(error)) throw error
    })
    yield { kind: 'started' }
    const { value } = await first
    if (value) yield value
    yield* running
  } finally {
    await running.return()
  }
}

/** False for a lost connection: the job may have caused it. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof HostedFailure && error.cause.request.status !== undefined
}
