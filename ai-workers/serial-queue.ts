import { AppError } from '../src/errors.js'
import { isAccount } from '../src/reply-caller.js'
import { Place } from './place.js'

export interface SerialQueueOptions {
  /** Places that run at the same time. */
  readonly concurrency: number
  /** Places that may wait; the next one is refused. */
  readonly limit: number
  /** What a refused caller is told to wait, in milliseconds. */
  readonly retryAfterMs: number
}

/** Who wants a place; those without a caller count as one caller. */
export interface Entry {
  readonly caller?: string | undefined
  /** Places that may run when this one starts, itself included; the queue's own number when unset. */
  readonly atOnce?: number | undefined
}

/**
 * First in, first out, bounded, and fair: a caller's second place comes after the first of everybody else (start-time fair
 * queueing), and a full line takes the last place of who has most of them for somebody with fewer. What an account waits for
 * is never given to a name that was only said (ADR 0042).
 */
export class SerialQueue {
  private readonly running = new Set<Place>()
  /** In the order in which they will run: by round, then as they came. */
  private readonly waiting: Place[] = []
  private readonly watchers: (() => void)[] = []
  private round = 0
  private isDraining = false

  constructor(private readonly options: SerialQueueOptions) {}

  /** Takes a place in the line. Throws UNAVAILABLE when the line is full or the queue drains. */
  enter({ caller = '', atOnce = this.options.concurrency }: Entry = {}): Place {
    if (this.isDraining) throw away()
    const mustWait = this.waiting.length > 0 || this.running.size >= atOnce
    if (mustWait && this.waiting.length >= this.options.limit) this.makeRoomFor(caller)
    const onLeave = (left: Place) => this.remove(left)
    const place = new Place({ caller, atOnce, round: this.nextRoundOf(caller), onLeave })
    const after = this.waiting.findIndex(({ round }) => round > place.round)
    this.waiting.splice(after < 0 ? this.waiting.length : after, 0, place)
    this.advance()
    return place
  }

  /** Refuses the waiting and all who come later (they may go elsewhere), and resolves when nothing runs any more. */
  async drain(): Promise<void> {
    this.isDraining = true
    for (const place of this.waiting.splice(0)) place.refuse(away())
    if (this.running.size === 0) return
    await new Promise<void>((resolve) => this.watchers.push(resolve))
  }

  private nextRoundOf(caller: string): number {
    const own = [...this.running, ...this.waiting].filter((place) => place.caller === caller)
    return Math.max(this.round, ...own.map(({ round }) => round)) + 1
  }

  /** Throws when nobody that may give way has two places more than the caller: then the line is full for everybody alike. */
  private makeRoomFor(caller: string): void {
    const yielding = isAccount(caller) ? this.waiting : this.waiting.filter((place) => !isAccount(place.caller))
    const held = new Map<string, number>()
    for (const place of yielding) held.set(place.caller, (held.get(place.caller) ?? 0) + 1)
    const most = Math.max(0, ...held.values())
    if (most < (held.get(caller) ?? 0) + 2) throw this.full()
    const last = yielding.findLast((place) => held.get(place.caller) === most)
    if (last) this.waiting.splice(this.waiting.indexOf(last), 1)
    last?.refuse(this.full())
  }

  private remove(place: Place): void {
    const index = this.waiting.indexOf(place)
    if (index >= 0) this.waiting.splice(index, 1)
    this.running.delete(place)
    this.advance()
    if (this.running.size === 0) for (const resolve of this.watchers.splice(0)) resolve()
  }

  private advance(): void {
    for (let next = this.waiting[0]; next && this.running.size < next.atOnce; next = this.waiting[0]) {
      this.waiting.shift()
      this.running.add(next)
      this.round = next.round
      next.moveTo(0)
    }
    this.waiting.forEach((place, index) => place.moveTo(index + 1))
  }

  private full(): AppError {
    return new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: this.options.retryAfterMs })
  }
}

const away = () => new AppError('UNAVAILABLE', { part: 'model' })
