import { AppError } from '@parley/runtime'
import { type JobPriority, FairQueue } from './fair-queue.js'
import { isAccountCaller } from './callers.js'
import { QueueSlot, type SlotEnd } from './queue-slot.js'
import { JobDurations } from './job-durations.js'
import { positionsOf, type SlotPosition } from './start-times.js'

interface WorkerQueueOptions {
  /** How many slots run at a time. */
  readonly concurrency: number
  /** How many slots may wait; the next one is refused. */
  readonly limit: number
  readonly retryAfterMs: number
  /** Epoch milliseconds. */
  readonly clock: () => number
}

/** Jobs without a caller count as jobs of one caller. */
export interface QueueEntry {
  readonly caller?: string | undefined
  /** `high` gets four starts for one of `normal`, and is only for accounts. */
  readonly priority?: JobPriority | undefined
  /** How many slots may run when this one has started, itself included; default: `concurrency` of the queue. */
  readonly atOnce?: number | undefined
  readonly model?: string
  /** Epoch milliseconds. */
  readonly deadline?: number
}

/** Time between two reports of positions to waiting jobs, in milliseconds. */
const reportEveryMs = 100

/** A bounded queue, fair by caller and weighted by priority (see `admission`). */
export class WorkerQueue {
  readonly #running = new Set<QueueSlot>()
  readonly #waiting = new FairQueue()
  readonly #durations = new JobDurations()
  readonly #watchers: (() => void)[] = []
  #arrivals = 0
  #reportTimer: NodeJS.Timeout | undefined
  #isDraining = false
  #paused = false

  constructor(private readonly options: WorkerQueueOptions) {}

  /** Adds a job to the queue. Throws UNAVAILABLE when it is full or drains. */
  enter({ caller = '', model = '', deadline = Infinity, ...rest }: QueueEntry = {}): QueueSlot {
    if (this.#isDraining) throw unavailable()
    const { atOnce = this.options.concurrency } = rest
    const mustWait = this.#paused || this.#waiting.slots.length > 0 || this.#running.size >= atOnce
    const priority = rest.priority === 'high' && isAccountCaller(caller) ? 'high' : 'normal'
    const admitted = this.#waiting.admit({ caller, priority }, mustWait ? this.options.limit : Infinity)
    if (!admitted) throw this.#full()
    const { tag, displaced } = admitted
    displaced?.refuse(this.#full())
    const arrival = (this.#arrivals += 1)
    const onLeave = (left: QueueSlot, end: SlotEnd) => this.#remove(left, end)
    const slot = new QueueSlot({ caller, priority, atOnce, model, deadline, arrival, tag, onLeave })
    this.#waiting.join(slot)
    this.#advance()
    // a new job gets its position at once, the others with the next report
    this.#reportPositions(slot)
    return slot
  }

  /** Refuses all waiting and later jobs, and resolves when no job runs any more. */
  async drain(): Promise<void> {
    this.#isDraining = true
    for (const slot of [...this.#waiting.slots]) {
      this.#waiting.remove(slot)
      slot.refuse(unavailable())
    }
    this.#advance()
    if (this.#running.size === 0) return
    await new Promise<void>((resolve) => this.#watchers.push(resolve))
  }

  get isPaused(): boolean {
    return this.#paused
  }

  /** While it is paused no waiting job starts; running ones go on. */
  setPaused(paused: boolean): void {
    this.#paused = paused
    this.#advance()
    this.#reportPositions()
  }

  get runningCount(): number {
    return this.#running.size
  }

  /** All waiting slots, in the order in which they will start. */
  positions(): SlotPosition[] {
    const positions = positionsOf({
      running: this.#running,
      waiting: this.#waiting.slots,
      durations: this.#durations,
      now: this.options.clock(),
    })
    return this.#paused ? positions.map((each) => ({ ...each, reason: 'PAUSED', startAt: null })) : positions
  }

  #remove(slot: QueueSlot, end: SlotEnd): void {
    const { startedAt } = slot
    if (startedAt === undefined) this.#waiting.remove(slot)
    if (startedAt !== undefined && this.#running.delete(slot)) {
      this.#durations.record(slot.entry.model, Math.max(0, this.options.clock() - startedAt), end)
    }
    this.#advance()
    if (this.#running.size === 0) for (const resolve of this.#watchers.splice(0)) resolve()
  }

  #advance(): void {
    const { slots } = this.#waiting
    for (let [next] = slots; !this.#paused && next && this.#running.size < next.entry.atOnce; [next] = slots) {
      this.#waiting.start(next)
      this.#running.add(next)
      next.start(this.options.clock())
    }
    if (slots.length === 0) this.#stopReports()
    // a timer, because a late job changes every estimated start without any event
    else this.#reportTimer ??= setInterval(() => this.#reportPositions(), reportEveryMs).unref()
  }

  /** Reports positions to all waiting jobs, or only to a new one. */
  #reportPositions(newcomer?: QueueSlot): void {
    const now = this.options.clock()
    for (const position of this.positions()) {
      if (newcomer === undefined || position.slot === newcomer) position.slot.report(position, now)
    }
  }

  #stopReports(): void {
    clearInterval(this.#reportTimer)
    this.#reportTimer = undefined
  }

  #full(): AppError {
    return new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: this.options.retryAfterMs })
  }
}

const unavailable = () => new AppError('UNAVAILABLE', { part: 'model' })
