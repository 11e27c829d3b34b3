import { AppError } from '../../src/errors.js'
import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { isAccount } from '../../src/reply-caller.js'
import { QueueSlot } from './queue-slot.js'
import type { SlotEnd } from './queue-slot.js'
import { ReplyDurations } from './reply-durations.js'
import { positionsOf } from './queue-positions.js'
import type { SlotPosition } from './queue-positions.js'
import { PriorityQueue } from './priority-queue.js'

export interface SerialQueueOptions {
  /** Slots that run at the same time. */
  readonly concurrency: number
  /** Slots that may wait; the next one is refused. */
  readonly limit: number
  /** The `retryAfterMs` of a refused caller, in milliseconds. */
  readonly retryAfterMs: number
  /** Epoch milliseconds. */
  readonly clock: () => number
}

/** The caller of the job; jobs without one count as those of one caller. */
export interface Entry {
  readonly caller?: string | undefined
  /** `high` goes first, and is for accounts alone. */
  readonly priority?: JobPriority | undefined
  /** Slots that may run when this one starts, itself included; the queue's own number when unset. */
  readonly atOnce?: number | undefined
  readonly model?: string
  /** Epoch milliseconds. */
  readonly deadline?: number
}

/** The shortest time between two reports of moving up to waiting jobs, in milliseconds. */
const newsMs = 100

/**
 * Bounded, fair, and by priority: a caller's second job comes after the first of every other caller, high ones go first but only
 * so often in a row (see PriorityQueue), and a full queue refuses the last job of the caller with most of them for a caller with fewer,
 * whatever their priority. A slot of an account is never given to an unproved name (ADR 0042, ADR 0046).
 */
export class SerialQueue {
  private readonly running = new Set<QueueSlot>()
  private readonly line = new PriorityQueue()
  private readonly durations = new ReplyDurations()
  private readonly watchers: (() => void)[] = []
  private arrivals = 0
  private news: NodeJS.Timeout | undefined
  private isDraining = false

  constructor(private readonly options: SerialQueueOptions) {}

  /** Adds a job to the queue. Throws UNAVAILABLE when it is full or drains. */
  enter({ caller = '', model = '', deadline = Infinity, ...rest }: Entry = {}): QueueSlot {
    if (this.isDraining) throw away()
    const { atOnce = this.options.concurrency } = rest
    const mustWait = this.line.length > 0 || this.running.size >= atOnce
    if (mustWait && this.line.length >= this.options.limit) this.makeRoomFor(caller)
    const priority = rest.priority === 'high' && isAccount(caller) ? 'high' : 'normal'
    const round = this.line.nextRoundOf(caller, priority, this.running)
    const arrival = (this.arrivals += 1)
    const onLeave = (left: QueueSlot, end: SlotEnd) => this.remove(left, end)
    const slot = new QueueSlot({ caller, priority, atOnce, model, deadline, arrival, round, onLeave })
    this.line.join(slot)
    this.advance()
    // a new job gets its position at once, the others with the next report
    this.reportPositions(slot)
    return slot
  }

  /** Refuses the waiting and all who come later (they may go elsewhere), and resolves when nothing runs any more. */
  async drain(): Promise<void> {
    this.isDraining = true
    for (const slot of this.line.order()) this.giveUp(slot, away())
    this.advance()
    if (this.running.size === 0) return
    await new Promise<void>((resolve) => this.watchers.push(resolve))
  }

  get runningCount(): number {
    return this.running.size
  }

  /** All who wait, in the order in which they will run, as of now. */
  positions(): SlotPosition[] {
    const { running, line, durations, options } = this
    return positionsOf({ running, waiting: line.order(), durations, now: options.clock() })
  }

  /** Throws when no caller that may be displaced has two jobs more than the caller: then the queue is full for all alike. */
  private makeRoomFor(caller: string): void {
    const waiting = this.line.order()
    const yielding = isAccount(caller) ? waiting : waiting.filter((slot) => !isAccount(slot.caller))
    const held = new Map<string, number>()
    for (const slot of yielding) held.set(slot.caller, (held.get(slot.caller) ?? 0) + 1)
    const most = Math.max(0, ...held.values())
    if (most < (held.get(caller) ?? 0) + 2) throw this.full()
    const last = yielding.findLast((slot) => held.get(slot.caller) === most)
    if (last) this.giveUp(last, this.full())
  }

  private giveUp(slot: QueueSlot, error: AppError): void {
    this.line.remove(slot)
    slot.refuse(error)
  }

  private remove(slot: QueueSlot, end: SlotEnd): void {
    const { startedAt } = slot
    if (startedAt === undefined) this.line.remove(slot)
    if (startedAt !== undefined && this.running.delete(slot)) {
      this.durations.note(slot.entry.model, Math.max(0, this.options.clock() - startedAt), end)
    }
    this.advance()
    if (this.running.size === 0) for (const resolve of this.watchers.splice(0)) resolve()
  }

  private advance(): void {
    for (let next = this.line.first; next && this.running.size < next.entry.atOnce; next = this.line.first) {
      this.line.start(next)
      this.running.add(next)
      next.start(this.options.clock())
    }
    if (this.line.length === 0) this.stopNews()
    // also while nothing happens: who runs late moves every start
    else this.news ??= setInterval(() => this.reportPositions(), newsMs).unref()
  }

  /** Reports their positions to all jobs, or to a new one; an unchanged position is not reported. */
  private reportPositions(newcomer?: QueueSlot): void {
    const now = this.options.clock()
    for (const position of this.positions()) {
      if (newcomer === undefined || position.slot === newcomer) position.slot.report(position, now)
    }
  }

  private stopNews(): void {
    clearInterval(this.news)
    this.news = undefined
  }

  private full(): AppError {
    return new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: this.options.retryAfterMs })
  }
}

const away = () => new AppError('UNAVAILABLE', { part: 'model' })
