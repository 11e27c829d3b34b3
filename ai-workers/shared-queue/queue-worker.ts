import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { DelayedError, WaitingError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import {
  AppError,
  ClockWatch,
  isAstray,
  type Logger,
  reasonOf,
  repeat,
  reportingOutages,
  steadyTime,
  StoreClock,
  successWithin,
  within,
} from '@parley/runtime'
import type { Kind } from '../../src/kinds.js'
import type { ReplyJob, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import {
  baseOf,
  bullPrefix,
  endedChannel,
  keptMs,
  lifetimeMs,
  listeningRedis,
  redisTime,
  refusesWrites,
  resendingRedis,
} from '@parley/redis-queue'
import { encodeLine, jobSchema, refusalOf, withTimes, type ReplyLine } from '../remote/wire.js'
import type { ReplyWorker } from '../reply-worker.js'
import { jobVersion } from './job-version.js'
import { hasRightClock, type Heartbeat } from './queue-report.js'

interface QueueWorkerOptions {
  readonly kind: Kind
  readonly url: string
  /** Generates the replies. */
  readonly worker: ReplyWorker
  /** Jobs that run at the same time. */
  readonly concurrency: number
  /** Different from that of any other worker. */
  readonly name: string
  readonly log: Logger
  /** Reports how far the clock of this machine is from that of Redis. */
  readonly watch?: ClockWatch | undefined
  /** Follows the clock of Redis with each heartbeat. */
  readonly clock?: StoreClock
}

/** After it BullMQ removes a job whose worker is lost. */
const lockMs = 10_000
const stalledEveryMs = 3_000
const beatEveryMs = 1_000
const leaveMs = 1_000
const retryMs = 1_000
/** The pause before another worker, or this one after an update, looks at a job of an unknown version again. */
const leftForMs = 5_000

/** Anything else is of another release. */
const contentSchema = z.object({ version: z.literal([1, jobVersion]), job: jobSchema })

interface Run {
  readonly id: string
  readonly run: string
  readonly stop: AbortController
}

/** Runs jobs of a kind from the queue in Redis and writes their progress to it. */
export class QueueWorker {
  readonly #redis: Redis
  readonly #cancels: Redis
  readonly #bull: Worker
  readonly #base: string
  readonly #runs = new Set<Run>()
  readonly #beat: () => Promise<void>
  readonly #stopBeating: () => Promise<void>
  readonly #clock: StoreClock
  readonly #watch: ClockWatch
  #isSuspended = false
  #connected: Promise<unknown> | undefined
  #isLeaving = false
  #drained: Promise<void> | undefined

  constructor(private readonly options: QueueWorkerOptions) {
    const { kind, url, concurrency, name, log, clock = new StoreClock() } = options
    this.#clock = clock
    this.#watch = options.watch ?? new ClockWatch('redis', log)
    this.#base = baseOf(kind)
    this.#redis = resendingRedis(url, log)
    // the next heartbeat finds what was missed during a reconnection
    this.#cancels = listeningRedis(this.#redis, endedChannel(kind), log)
    this.#cancels.on('message', (_channel, id: string) => {
      if ([...this.#runs].some((running) => running.id === id)) void this.#beat()
    })
    this.#bull = new Worker(kind, (job, token) => this.#process(job, token ?? ''), {
      connection: this.#redis,
      prefix: bullPrefix,
      skipVersionCheck: true,
      concurrency,
      name,
      lockDuration: lockMs,
      stalledInterval: stalledEveryMs,
      // the instance that submitted the job counts its interruptions, also those of its own kind
      maxStalledCount: 0,
      runRetryDelay: retryMs,
    })
    this.#bull.on('error', (err) => log.debug({ err, kind }, 'queue.failed'))
    this.#beat = reportingOutages(() => this.#writeBeat(), {
      onFailure: (error) => log.warn({ reason: reasonOf(error), kind }, 'queue.heartbeat_failed'),
      onSuccess: () => log.info({ kind }, 'queue.heartbeat_resumed'),
    })
    this.#stopBeating = repeat(this.#beat, { everyMs: beatEveryMs, isAtOnce: true })
  }

  /** Resolves when it can run jobs and is notified of cancels; rejects when a connection fails. */
  connected(): Promise<unknown> {
    const ready = async (redis: Redis) => {
      if (redis.status !== 'ready') await once(redis, 'ready')
    }
    this.#connected ??= Promise.all([this.#redis, this.#cancels].map(ready)).finally(
      () => (this.#connected = undefined),
    )
    return this.#connected
  }

  /** Resolves when the queue knows the worker; rejects when it was closed first. */
  async ready(): Promise<void> {
    await this.#bull.waitUntilReady()
    await this.#writeBeat()
  }

  /** Why it runs no jobs: its clock is wrong, and that of another worker is not. */
  get clockFault(): string | undefined {
    return this.#isSuspended ? this.#watch.sentence() : undefined
  }

  /** Starts no more jobs; resolves when the running ones have ended. */
  drain(): Promise<void> {
    this.#drained ??= this.#leave()
    return this.#drained
  }

  /** As `drain`, but hands the running jobs back: other workers run them. */
  async close(): Promise<void> {
    const drained = this.drain()
    await this.options.worker.close()
    await within(leaveMs, drained)
    void this.#stopBeating()
    this.#redis.disconnect()
    this.#cancels.disconnect()
  }

  async #leave(): Promise<void> {
    this.#isLeaving = true
    // commands wait for a server that is away; its heartbeat expires there
    const isConnected = this.#redis.status === 'ready'
    if (isConnected) await successWithin(leaveMs, this.#writeBeat())
    await this.#bull.close(!isConnected)
  }

  async #process(job: Job<unknown>, token: string): Promise<void> {
    const { kind, log } = this.options
    const { id = '' } = job
    const { data: content } = contentSchema.safeParse(job.data)
    if (!content) {
      if (!(await this.#isAwaited(id))) return this.#drop(id)
      if (job.attemptsStarted === 1) log.warn({ jobId: id, kind }, 'queue.job_skipped')
      // BullMQ compares with the clock of each worker: one that is ahead must not look at the job again at once
      await job.moveToDelayed(Math.max(Date.now(), await redisTime(this.#redis)) + leftForMs, token)
      throw new DelayedError()
    }
    if (!(await this.#pullIfReady())) {
      await job.moveToWait(token)
      throw new WaitingError()
    }
    const run = randomUUID()
    const stop = new AbortController()
    const running: Run = { id, run, stop }
    const { deadline, acceptedAt = job.timestamp } = content.job
    const now = await this.#redis.startJob(this.#base, id, run, Math.round(deadline), keptMs)
    if (now === 0) return this.#drop(id)
    // its time in the queue is part of the response
    const reply: ReplyJob = withTimes({ ...content.job, acceptedAt }, steadyTime() - now)
    const lifetime = lifetimeMs(deadline - now)
    this.#runs.add(running)
    const append = (step: string, ended: string) => this.#redis.appendStep(this.#base, id, run, lifetime, step, ended)
    const isOpen = () => !stop.signal.aborted && steadyTime() < reply.deadline
    const write = async (line: ReplyLine | ReplyProgress, ended = '') => {
      const written = await whileItRefuses(() => append(encodeLine(line), ended), isOpen)
      if (written === 0) stop.abort()
    }
    try {
      for await (const progress of this.options.worker.generate(reply, stop.signal)) {
        if (progress.kind !== 'queued') await write(progress, progress.kind === 'end' ? 'end' : '')
      }
    } catch (error) {
      const isStopped = this.#isLeaving && error instanceof AppError && error.code === 'UNAVAILABLE'
      if (isStopped && (await this.#redis.handBackJob(this.#base, id, run)) === 1) {
        await job.moveToWait(token)
        throw new WaitingError()
      }
      const refusal = refusalOf(error)
      if (refusal.code === 'INTERNAL_SERVER_ERROR')
        log.error({ generationId: reply.id, err: error }, 'generation.failed')
      await write(refusal, 'refused')
    } finally {
      this.#runs.delete(running)
    }
  }

  #drop(jobId: string): void {
    this.options.log.warn({ jobId, kind: this.options.kind }, 'queue.job_dropped')
  }

  /** Whether it was submitted and may still run. */
  async #isAwaited(id: string): Promise<boolean> {
    const [admitted, ended] = await this.#redis.hmget(`${this.#base}:job:${id}`, 'admitted', 'ended')
    const deadline = await this.#redis.zscore(`${this.#base}:waiting`, id)
    return admitted !== null && ended === null && (await redisTime(this.#redis)) < Number(deadline ?? Infinity)
  }

  async #writeBeat(): Promise<void> {
    const { name, worker } = this.options
    await this.#clock.read(() => redisTime(this.#redis))
    const { differenceMs } = this.#clock
    this.#watch.see(differenceMs)
    const { counts, modelState, model, contextTokens, thoughts } = worker
    const clockMs = Math.round(differenceMs)
    const heartbeat: Heartbeat = { ...counts, modelState, model, contextTokens, thoughts, clockMs, name }
    const report = this.#isLeaving ? '' : JSON.stringify(heartbeat)
    const runs = [...this.#runs]
    const words = runs.flatMap(({ id, run }) => [id, run])
    const stopped = await this.#redis.beatWorker(this.#base, name, report, ...words)
    for (const { run, stop } of runs) if (stopped.includes(run)) stop.abort()
    if (this.#isLeaving) return
    await this.#judgeClock(differenceMs)
    await this.#pullIfReady()
  }

  /** Where every clock deviates, it may be that of Redis which is wrong. */
  async #judgeClock(differenceMs: number): Promise<void> {
    const { name, kind, log } = this.options
    const isSuspended = isAstray(differenceMs) && hasRightClock(await this.#redis.workerReports(this.#base), name)
    if (isSuspended === this.#isSuspended) return
    this.#isSuspended = isSuspended
    if (isSuspended) log.error({ kind, reason: this.#watch.sentence() }, 'worker.suspended')
    else log.info({ kind }, 'worker.resumed')
  }

  /** Leaves the jobs to others while a model cannot reply, or the clock of this worker is wrong. */
  async #pullIfReady(): Promise<boolean> {
    const isReady = this.options.worker.modelState === 'ready' && !this.#isSuspended
    if (isReady === this.#bull.isPaused()) await (isReady ? this.#bull.resume() : this.#bull.pause(true))
    return isReady
  }
}

/** A reply waits while Redis is full: nothing of a step is written then. */
async function whileItRefuses<T>(write: () => Promise<T>, isOpen: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!refusesWrites(error) || !isOpen()) throw error
      await pause(retryMs)
    }
  }
}
