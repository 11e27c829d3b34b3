import { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { AppError, type Logger, reasonOf, repeat, within } from '@parley/runtime'
import { addressFault, refusesWrites, serverState } from './redis-server.js'
import { EvictionWatch } from './eviction-watch.js'
import { baseOf, bullPrefix } from './keys.js'
import { failFastRedis, reported } from './redis.js'
import { StepReader } from './step-reader.js'

const startMs = 2_000
const commandMs = 3_000
const closeMs = 1_000
/** The interval at which the memory of the server is examined. */
const lookMs = 5_000
const jobName = 'reply'
/** BullMQ's own events have no reader. */
const keptEvents = 10

export interface BullQueueState {
  /** The number of jobs that go before all those with a priority. */
  readonly first: number
  readonly isPaused: boolean
}

/** The connections of one process to all queues, each under its name. */
export class SharedQueue {
  readonly redis: Redis
  readonly reader: StepReader
  /** Without pipelines: one that was open when BullMQ defines a command would lose it, and ioredis would throw. */
  readonly #bullRedis: Redis
  readonly #queues = new Map<string, Queue>()
  /** Called at every connection, with the reason why the server cannot be used. */
  #onAnswer: (fault: string | undefined) => void = () => undefined
  #fault: string | undefined
  #onRefused: (error: unknown) => void = () => undefined
  readonly #evictions: EvictionWatch
  readonly #stopLooking: () => Promise<void>

  private constructor(
    url: string,
    private readonly log: Logger,
    onEvictedKeys: (evictedKeys: number) => void,
  ) {
    this.redis = reported(failFastRedis(url, log, { commandTimeout: commandMs, enableAutoPipelining: true }), log)
    this.#bullRedis = failFastRedis(url, log, { commandTimeout: commandMs })
    this.reader = new StepReader(this.redis, failFastRedis(url, log))
    this.redis.on('error', (error) => {
      const fault = addressFault(reasonOf(error))
      if (fault !== undefined) this.#onAnswer(fault)
    })
    this.redis.on('ready', () => void this.#probe().then((fault) => this.#onAnswer(fault)))
    this.#evictions = new EvictionWatch(log, onEvictedKeys)
    this.#stopLooking = repeat(() => this.#look(), { everyMs: lookMs })
  }

  /**
   * Connects, or leaves that for later if the server cannot be reached. `onEvictedKeys` gets how many keys the server has deleted
   * because it was full, at every look.
   * @throws AppError BAD_USER_INPUT when the server refuses the address or is too old.
   */
  static async open(
    url: string,
    log: Logger,
    onEvictedKeys: (evictedKeys: number) => void = () => undefined,
  ): Promise<SharedQueue> {
    const queue = new SharedQueue(url, log, onEvictedKeys)
    const answered = new Promise<string | undefined>((resolve) => (queue.#onAnswer = resolve))
    // a job that follows the start at once needs both connections
    const usable = answered.then(async (found) => found ?? (await queue.#bullReady()))
    const fault = await within(startMs, usable)
    queue.#onAnswer = (late) => queue.#log(late)
    if (fault === undefined) return queue
    await queue.close()
    throw new AppError('BAD_USER_INPUT', { message: fault })
  }

  async add(name: string, jobId: string, { data, priority }: { data: object; priority: number }): Promise<void> {
    const queue = await this.#queue(name)
    await queue.add(jobName, data, { jobId, priority, removeOnComplete: true, removeOnFail: true })
  }

  /** Calls `onRefused` with the error of each command that the server refuses because it does not write. */
  watchWrites(onRefused: (error: unknown) => void): void {
    this.#onRefused = onRefused
  }

  /** Writes a key that expires at once. */
  async probeWrites(): Promise<void> {
    try {
      await this.redis.set(`${bullPrefix}:write-probe`, '', 'PX', 1)
    } catch (error) {
      this.failed(error)
      throw error
    }
  }

  /** Reports a command that failed because the server refuses to write. */
  failed(error: unknown): void {
    if (refusesWrites(error)) this.#onRefused(error)
  }

  /** Sentences for operators. */
  warnings(): readonly string[] {
    return this.#evictions.warnings()
  }

  /** Gives a waiting job another priority. Returns false when it is not in the queue. */
  async changePriority(name: string, jobId: string, priority: number): Promise<boolean> {
    const queue = await this.#queue(name)
    try {
      // without its data, which may have images
      await new Job(queue, jobName, {}, {}, jobId).changePriority({ priority })
      return true
    } catch (error) {
      if (await this.has(name, jobId)) throw error
      return false
    }
  }

  /** Whether BullMQ has the job. */
  async has(name: string, jobId: string): Promise<boolean> {
    return (await (await this.#queue(name)).getJobState(jobId)) !== 'unknown'
  }

  async state(name: string): Promise<BullQueueState> {
    const queue = await this.#queue(name)
    const [first, isPaused] = await Promise.all([queue.getWaitingCount(), queue.isPaused()])
    return { first, isPaused }
  }

  /** Removes a job unless a worker runs it. */
  async remove(name: string, jobId: string): Promise<void> {
    await (await this.#queue(name)).remove(jobId)
  }

  /** No worker gets a job of the queue while it is paused, on any machine. Throws UNAVAILABLE while Redis is away. */
  async setPaused(name: string, paused: boolean): Promise<void> {
    try {
      const queue = await this.#queue(name)
      await (paused ? queue.pause() : queue.resume())
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { part: 'model', message: 'Redis cannot be reached', cause })
    }
  }

  async close(): Promise<void> {
    void this.#stopLooking()
    await this.reader.close()
    for (const queue of this.#queues.values())
      await within(
        closeMs,
        queue.close().catch(() => undefined),
      )
    this.redis.disconnect()
    this.#bullRedis.disconnect()
  }

  async #bullReady(): Promise<undefined> {
    if (this.#bullRedis.status === 'ready') return
    await new Promise((resolve) => this.#bullRedis.once('ready', resolve))
  }

  /** Logs a fault that was found after the start, once. */
  #log(fault: string | undefined): void {
    if (fault !== undefined && fault !== this.#fault) this.log.error({ fault }, 'redis.refused')
    this.#fault = fault
  }

  /** Finds a full server, or one that evicts keys, also while there are no jobs. */
  async #look(): Promise<void> {
    if (this.redis.status !== 'ready') return
    this.#evictions.see(serverState(await this.redis.info()))
    await this.probeWrites()
  }

  /** Warns of a server that evicts keys, at every connection. */
  async #probe(): Promise<string | undefined> {
    try {
      const [info] = await Promise.all([this.redis.info(), this.redis.workerReports(baseOf('probe'))])
      const state = serverState(info)
      const { fault, evicts } = state
      if (evicts !== undefined) this.log.warn({ policy: evicts }, 'redis.evicts')
      this.#evictions.see(state)
      return fault
    } catch (error) {
      return addressFault(reasonOf(error))
    }
  }

  async #queue(name: string): Promise<Queue> {
    // a queue that begins without a connection never works
    if (this.#bullRedis.status !== 'ready') throw new Error('Redis is unavailable')
    const known = this.#queues.get(name)
    const queue = known ?? this.#create(name)
    this.#queues.set(name, queue)
    try {
      await queue.waitUntilReady()
      return queue
    } catch (error) {
      if (this.#queues.get(name) === queue) this.#queues.delete(name)
      throw error
    }
  }

  #create(name: string): Queue {
    const queue = new Queue(name, {
      connection: this.#bullRedis,
      prefix: bullPrefix,
      skipWaitingForReady: true,
      // the check prints; `#probe` does it
      skipVersionCheck: true,
      streams: { events: { maxLen: keptEvents } },
    })
    return queue.on('error', (err) => this.log.debug({ err, kind: name }, 'queue.failed'))
  }
}
