import { isAccountCaller, tagIncrements } from '@parley/queue'
import { AppError, type Logger, modelRetryMs, repeat, steadyTime, successWithin, within } from '@parley/runtime'
import type { Kind } from '../../src/kinds.js'
import type {
  JobRun,
  KnownPosition,
  ReplyGenerator,
  ReplyJob,
  ReplyProgress,
} from '../../src/ports/reply-generator/reply-generator.js'
import type { ServiceStatus } from '../../src/ports/reply-generator/service-status.js'
import { encodeLine, refusalOf, withTimes } from '../remote/wire.js'
import { defaultMergeMs } from '../progress-buffer.js'
import { ReplyStream } from '../reply-stream.js'
import type { WorkerReport } from '../worker-report.js'
import { versionOf } from './job-version.js'
import {
  type AdmitAnswer,
  baseOf,
  type JobCheck,
  jobIdOf,
  lifetimeMs,
  PauseLog,
  queueOrder,
  type QueueOrder,
  type SharedQueue,
} from '@parley/redis-queue'
import { cancelledStep, lastStepOf, lostStep, OpenJob, queuedAt, type JobEnd } from './open-job.js'
import { queueReport, queueStatus } from './queue-report.js'

interface QueuedReplyGeneratorOptions {
  readonly kind: Kind
  readonly queue: SharedQueue
  /** Jobs of the kind that may wait, of all instances together. */
  readonly queueLimit: number
  readonly log: Logger
  /** Later deltas are merged over this many milliseconds. */
  readonly mergeWindowMs?: number
  /** The highest tag before all are lowered; BullMQ's priorities end at 2^21 - 1. */
  readonly highestTag?: number
}

/** Time between two reports of positions, in milliseconds, and of these reports until all jobs are checked. */
const reportEveryMs = 200
const reportsPerCheck = 5
/** A worker without a heartbeat for this long is lost. A model may hold the event loop for seconds. */
export const lossMs = 10_000
/** How long an instance that has ended keeps others from passing lowered tags on. */
const loweringMs = 5_000
/** How long a read of positions or reports, and a close, wait for Redis. */
const answerMs = 500
const closeMs = 1_000

/** The workers of a kind on any machines, reached through a queue in Redis (docs/queue.md, ADR 0076). */
export class QueuedReplyGenerator implements ReplyGenerator {
  readonly #open = new Set<ReplyStream>()
  readonly #jobs = new Set<OpenJob>()
  /** The jobs whose end Redis has not confirmed, by id. */
  readonly #ending = new Map<string, JobEnd>()
  readonly #base: string
  readonly #pauses: PauseLog
  readonly #stopWatching: () => Promise<void>
  #reports = 0
  /** Since when Redis has answered all checks, by the monotonic clock: workers could send heartbeats since then. */
  #answeredSince = performance.now()
  #isClosed = false
  #onEmpty: (() => void) | undefined
  #lastOrder: Promise<unknown> = Promise.resolve()
  #nextOrder: Promise<QueueOrder> | undefined

  constructor(private readonly options: QueuedReplyGeneratorOptions) {
    this.#base = baseOf(options.kind)
    this.#pauses = new PauseLog(options.kind, options.log)
    this.#stopWatching = repeat(() => this.#watch(), { everyMs: reportEveryMs, onError: () => this.#reportAway() })
  }

  /**
   * See the port. While no worker is alive, and when Redis is lost, a submitted job waits with WORKER_AWAY until its deadline.
   * When its worker is lost, the error is UNAVAILABLE without a time to wait; when Redis has lost it, it is submitted again.
   */
  generate(job: ReplyJob, signal: AbortSignal): AsyncIterable<ReplyProgress> {
    const { mergeWindowMs = defaultMergeMs } = this.options
    return new ReplyStream({
      source: (stopped) => this.#run(job, stopped),
      signal,
      timeLeftMs: () => job.deadline - steadyTime(),
      mergeWindowMs,
      open: this.#open,
    })
  }

  /** Whether a worker with its model loaded is known to be alive. */
  async isReady(): Promise<boolean> {
    return (await this.#knownOrder())?.isWorkerReady === true
  }

  /** Whether the queue is known to be paused. */
  async isPaused(): Promise<boolean> {
    return (await this.#knownOrder())?.isPaused === true
  }

  /** For all workers, until it is resumed. Throws AppError UNAVAILABLE while Redis is away. */
  setPaused(paused: boolean): Promise<void> {
    return this.options.queue.setPaused(this.options.kind, paused)
  }

  async position(run: JobRun): Promise<KnownPosition | undefined> {
    const order = await this.#knownOrder()
    const known = order?.positions.get(jobIdOf(run))
    if (known) return queuedAt(known)
    return order?.isWorkerReady ? undefined : { position: null, reason: 'WORKER_AWAY', startsInMs: null }
  }

  /** @throws AppError UNAVAILABLE while Redis is away. */
  async report(): Promise<WorkerReport> {
    return queueReport(...(await this.#reportsAndOrder()))
  }

  /** The workers that are alive, and how many jobs wait for them. */
  async status(): Promise<ServiceStatus> {
    const { kind } = this.options
    const known = await successWithin(answerMs, this.#reportsAndOrder())
    return known ? queueStatus(kind, ...known) : { kind, waiting: null, paused: null, workers: [] }
  }

  async #reportsAndOrder(): Promise<[string[], QueueOrder]> {
    const { redis } = this.options.queue
    try {
      const answers = await within(answerMs, Promise.all([redis.workerReports(this.#base), this.#order()]))
      if (!answers) throw away()
      return answers
    } catch (error) {
      throw away(error)
    }
  }

  async cancel(id: string): Promise<void> {
    const ids = [0, 1].map((interruptions) => jobIdOf({ id, interruptions }))
    for (const each of ids) this.#ending.set(each, { reason: 'cancelled', step: cancelledStep })
    await this.#tryToEnd(ids)
  }

  async writtenPieces(run: JobRun & Pick<ReplyJob, 'resumeAt'>): ReturnType<Required<ReplyGenerator>['writtenPieces']> {
    const { kind, queue } = this.options
    const open = new OpenJob({ ...run, kind, outlivesReader: true })
    const reading = queue.redis.xread('STREAMS', open.stream, open.lastEntry)
    const streams = await successWithin(answerMs, reading)
    return open.piecesOf(streams?.[0]?.[1] ?? [])
  }

  /** Ends every job with UNAVAILABLE and refuses new ones; the workers keep running. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const stream of this.#open) stream.fail(away())
    // their readers have left: each is removed, or remembered in `#ending`
    const emptied = new Promise<void>((resolve) => (this.#onEmpty = resolve))
    await within(closeMs, Promise.all([this.#stopWatching(), this.#jobs.size > 0 && emptied]))
  }

  async *#run(job: ReplyJob, stopped: AbortSignal): AsyncGenerator<ReplyProgress, void, undefined> {
    if (this.#isClosed) throw away()
    const open = new OpenJob(job)
    stopped.addEventListener('abort', open.end, { once: true })
    this.#jobs.add(open)
    try {
      await this.#submit(open)
      yield* open
    } finally {
      await this.#leave(open)
      this.#jobs.delete(open)
      if (this.#jobs.size === 0) this.#onEmpty?.()
    }
  }

  /** Also ends the job, unless others may read on. */
  async #leave(open: OpenJob): Promise<void> {
    this.options.queue.reader.unfollow(open)
    const step = open.hasEnded ? undefined : lastStepOf(open)
    if (step === undefined) return
    this.#ending.set(open.id, { reason: 'left', step })
    await this.#tryToEnd([open.id])
  }

  /** Adding a job twice, also from two instances, is harmless: its id decides. */
  async #submit(open: OpenJob): Promise<void> {
    const { kind, queue } = this.options
    // the id is used again: its earlier end must not end this one
    this.#ending.delete(open.id)
    try {
      const [tag, displaced, hasSteps, mustWait, hasLowered, now] = await this.#admit(open)
      if (tag < 0) throw full()
      // Redis has lost the steps that were read
      if (hasSteps === 0) open.lastEntry = '0-0'
      queue.reader.follow(open)
      if (displaced !== '') await queue.remove(kind, displaced)
      // before the new job, since BullMQ starts equal priorities in the order in which it gets them
      if (hasLowered === 1)
        await this.#changePriorities(await this.#order()).catch((error: unknown) => queue.failed(error))
      if (tag > 0) {
        // the times of a job in the queue are of the clock of Redis
        const job = withTimes({ ...open.job, acceptedAt: open.job.acceptedAt ?? steadyTime() }, now - steadyTime())
        await queue.add(kind, open.id, { data: { version: versionOf(job), job }, priority: tag })
      }
      open.isSubmitted = true
      if (mustWait === 1) await this.#reportPositions()
    } catch (error) {
      queue.failed(error)
      throw error instanceof AppError ? error : away(error)
    }
  }

  #admit({ id, job, isSubmitted }: OpenJob): Promise<AdmitAnswer> {
    const { queue, queueLimit, highestTag = 2 ** 20 } = this.options
    const { caller = '' } = job
    const leftMs = job.deadline - steadyTime()
    const priority = job.priority === 'high' && isAccountCaller(caller) ? 'high' : 'normal'
    const who = [caller, isAccountCaller(caller) ? 1 : 0, priority, tagIncrements[priority]]
    // a job that was accepted is not refused when Redis has lost it
    const limit = isSubmitted ? Number.MAX_SAFE_INTEGER : queueLimit
    const bounds = [Math.round(leftMs), limit, lifetimeMs(leftMs), highestTag, encodeLine(refusalOf(full()))]
    return queue.redis.admitJob(this.#base, id, ...who, ...bounds)
  }

  async #tryToEnd(ids: Iterable<string>): Promise<void> {
    await this.#endJobs(ids).catch((error: unknown) => this.options.queue.failed(error))
  }

  /** Ends jobs, waiting or running; tried again until Redis is back. */
  async #endJobs(ids: Iterable<string> = this.#ending.keys()): Promise<void> {
    const { kind, queue } = this.options
    for (const id of ids) {
      const { reason, step } = this.#ending.get(id) ?? { reason: 'left', step: cancelledStep }
      await this.#end(id, reason, step)
      // not one that was submitted again in the meantime
      if (this.#ending.has(id)) await queue.remove(kind, id)
      this.#ending.delete(id)
    }
  }

  #end(id: string, reason: string, step: string): Promise<number> {
    return this.options.queue.redis.endJob(this.#base, id, reason, step)
  }

  async #watch(): Promise<void> {
    await this.#endJobs()
    this.#reports += 1
    const isCheck = this.#reports % reportsPerCheck === 0
    // a check logs a pause that lasts since an earlier start
    if (isCheck || [...this.#jobs].some(({ hasStarted }) => !hasStarted))
      await this.#changePriorities(await this.#reportPositions())
    if (isCheck) await this.#check()
  }

  async #reportPositions(): Promise<QueueOrder> {
    const order = await this.#order()
    const { isWorkerReady, positions } = order
    for (const open of this.#jobs) {
      const position = positions.get(open.id)
      if (position || !isWorkerReady) open.report(position)
    }
    return order
  }

  /**
   * Passes lowered tags on to BullMQ, in the order of the jobs, unless another instance does so now. What fails, or is left by an
   * instance that ends, is done after the next read of the queue.
   */
  async #changePriorities({ lowered }: QueueOrder): Promise<void> {
    const { kind, queue } = this.options
    if (lowered.length === 0) return
    const claim = `${this.#base}:lowering`
    if ((await queue.redis.set(claim, '', 'PX', loweringMs, 'NX')) === null) return
    try {
      for (const { id, tag } of lowered) {
        // another instance may have admitted it, and not added it yet
        if (await queue.changePriority(kind, id, tag)) await queue.redis.srem(`${this.#base}:lowered`, id)
      }
    } finally {
      await queue.redis.del(claim)
    }
  }

  /** As of now: callers share the next read, which starts when the last one has ended. */
  #order(): Promise<QueueOrder> {
    this.#nextOrder ??= this.#lastOrder.then(() => {
      this.#nextOrder = undefined
      const order = this.#readOrder()
      this.#lastOrder = Promise.allSettled([order])
      return order
    })
    return this.#nextOrder
  }

  /** Undefined when Redis does not answer soon. */
  #knownOrder(): Promise<QueueOrder | undefined> {
    return successWithin(answerMs, this.#order())
  }

  async #readOrder(): Promise<QueueOrder> {
    const { kind, queue } = this.options
    const [overview, state] = await Promise.all([queue.redis.queueOverview(this.#base), queue.state(kind)])
    return this.#pauses.see(queueOrder(overview, state))
  }

  #reportAway(): void {
    this.#answeredSince = performance.now()
    for (const open of this.#jobs) if (open.isSubmitted) open.report()
  }

  /** Ends the jobs whose worker is lost, and submits again those that Redis has lost. */
  async #check(): Promise<void> {
    const submitted = [...this.#jobs].filter(({ isSubmitted }) => isSubmitted)
    const { kind, log } = this.options
    const states = await this.#states(submitted.map(({ id }) => id))
    for (const [index, open] of submitted.entries()) {
      const hasLeft = () => open.isOver
      const state = states[index]
      if (state === 'open' || hasLeft()) continue
      if (state === 'gone') {
        await this.#submit(open)
        // its reader may have left meanwhile
        if (hasLeft()) await this.#leave(open)
      } else {
        // an outage of Redis delays the heartbeats
        if (performance.now() < this.#answeredSince + lossMs) continue
        if ((await this.#end(open.id, 'lost', lostStep)) === 0) continue
        open.fail(away())
      }
      log.warn({ generationId: open.job.id, kind, state }, 'queue.job_lost')
    }
  }

  async #states(ids: readonly string[]): Promise<Exclude<JobCheck, 'waiting'>[]> {
    const { kind, queue } = this.options
    const check = () => queue.redis.checkJobs(this.#base, lossMs, ...ids)
    const isMissing = async (state: JobCheck, index: number) =>
      state === 'waiting' && !(await queue.has(kind, ids[index] ?? ''))
    const checks = await check()
    const missing = await Promise.all(checks.map(isMissing))
    // a job that BullMQ does not have may have started, and ended, since the check
    const newest = missing.includes(true) ? await check() : checks
    return newest.map((state, index) => (state !== 'waiting' ? state : missing[index] ? 'gone' : 'open'))
  }
}

const full = () => new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: modelRetryMs })

function away(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { part: 'model', ...(cause === undefined ? {} : { cause }) })
}
