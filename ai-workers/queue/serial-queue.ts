import { AppError } from '../../src/errors.js'
import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { isAccount } from '../../src/reply-caller.js'
import { Place } from './place.js'
import type { PlaceEnd } from './place.js'
import { ReplyDurations } from './reply-durations.js'
import { standingsOf } from './standings.js'
import type { PlaceStanding } from './standings.js'
import { WaitingLine } from './waiting-line.js'

export interface SerialQueueOptions {
  /** Places that run at the same time. */
  readonly concurrency: number
  /** Places that may wait; the next one is refused. */
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
  /** Places that may run when this one starts, itself included; the queue's own number when unset. */
  readonly atOnce?: number | undefined
  readonly model?: string
  /** Epoch milliseconds. */
  readonly deadline?: number
}

/** The shortest time between two reports of moving up to waiting jobs, in milliseconds. */
const newsMs = 100

/**
 * Bounded, fair, and by priority: a caller's second job comes after the first of every other caller, high ones go first but only
 * so often in a row (see WaitingLine), and a full queue refuses the last job of the caller with most of them for a caller with fewer,
 * whatever their priority. A slot of an account is never given to an unproved name (ADR 0042, ADR 0046).
 */
export class SerialQueue {
  private readonly running = new Set<Place>()
  private readonly line = new WaitingLine()
  private readonly durations = new ReplyDurations()
  private readonly watchers: (() => void)[] = []
  private arrivals = 0
  private news: NodeJS.Timeout | undefined
  private isDraining = false

  constructor(private readonly options: SerialQueueOptions) {}

  /** Adds a job to the queue. Throws UNAVAILABLE when it is full or drains. */
  enter({ caller = '', model = '', deadline = Infinity, ...wish }: Entry = {}): Place {
    if (this.isDraining) throw away()
    const { atOnce = this.options.concurrency } = wish
    const mustWait = this.line.length > 0 || this.running.size >= atOnce
    if (mustWait && this.line.length >= this.options.limit) this.makeRoomFor(caller)
    const priority = wish.priority === 'high' && isAccount(caller) ? 'high' : 'normal'
    const round = this.line.nextRoundOf(caller, priority, this.running)
    const arrival = (this.arrivals += 1)
    const onLeave = (left: Place, end: PlaceEnd) => this.remove(left, end)
    const place = new Place({ caller, priority, atOnce, model, deadline, arrival, round, onLeave })
    this.line.join(place)
    this.advance()
    // a newcomer hears at once, the others with the next news
    this.tell(place)
    return place
  }

  /** Refuses the waiting and all who come later (they may go elsewhere), and resolves when nothing runs any more. */
  async drain(): Promise<void> {
    this.isDraining = true
    for (const place of this.line.order()) this.giveUp(place, away())
    this.advance()
    if (this.running.size === 0) return
    await new Promise<void>((resolve) => this.watchers.push(resolve))
  }

  get runningCount(): number {
    return this.running.size
  }

  /** All who wait, in the order in which they will run, as of now. */
  standings(): PlaceStanding[] {
    const { running, line, durations, options } = this
    return standingsOf({ running, waiting: line.order(), durations, now: options.clock() })
  }

  /** Throws when no caller that may be displaced has two jobs more than the caller: then the queue is full for all alike. */
  private makeRoomFor(caller: string): void {
    const waiting = this.line.order()
    const yielding = isAccount(caller) ? waiting : waiting.filter((place) => !isAccount(place.caller))
    const held = new Map<string, number>()
    for (const place of yielding) held.set(place.caller, (held.get(place.caller) ?? 0) + 1)
    const most = Math.max(0, ...held.values())
    if (most < (held.get(caller) ?? 0) + 2) throw this.full()
    const last = yielding.findLast((place) => held.get(place.caller) === most)
    if (last) this.giveUp(last, this.full())
  }

  private giveUp(place: Place, error: AppError): void {
    this.line.remove(place)
    place.refuse(error)
  }

  private remove(place: Place, end: PlaceEnd): void {
    const { startedAt } = place
    if (startedAt === undefined) this.line.remove(place)
    if (startedAt !== undefined && this.running.delete(place)) {
      this.durations.note(place.entry.model, Math.max(0, this.options.clock() - startedAt), end)
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
    else this.news ??= setInterval(() => this.tell(), newsMs).unref()
  }

  /** Reports their positions to all jobs, or to a new one; an unchanged position is not reported. */
  private tell(newcomer?: Place): void {
    const now = this.options.clock()
    for (const standing of this.standings()) {
      if (newcomer === undefined || standing.place === newcomer) standing.place.stand(standing, now)
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
