import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { tagIncrements, type JobPriority } from '../src/fair-queue.js'
import type { QueueSlot } from '../src/queue-slot.js'
import { WorkerQueue, type QueueEntry } from '../src/worker-queue.js'
import { accountCaller, isAccountCaller, unverifiedCaller } from '../src/callers.js'

const open = (limit = 64, concurrency = 1) =>
  new WorkerQueue({ concurrency, limit, retryAfterMs: 5_000, clock: () => 0 })
const vip = (id: number): QueueEntry => ({ caller: accountCaller(id), priority: 'high' })
const basic = (id: number): QueueEntry => ({ caller: accountCaller(id) })

const hasStarted = ({ startedAt }: QueueSlot) => startedAt !== undefined

/** The callers of waiting jobs, in the order in which they start if no job arrives. */
function runAll(queue: WorkerQueue, first: QueueSlot): string[] {
  const order: string[] = []
  let waiting = queue.positions().map(({ slot }) => slot)
  for (let running: QueueSlot | undefined = first; running;) {
    running.leave({ isComplete: true })
    running = waiting.find(hasStarted)
    waiting = waiting.filter((slot) => slot !== running)
    if (running) order.push(running.caller)
  }
  return order
}

/** A queue of these entries behind a running job; returns their ids in the order in which they start. */
function orderOf(...entries: readonly QueueEntry[]): string {
  const queue = open()
  const running = queue.enter(basic(0))
  for (const entry of entries) queue.enter(entry)
  return runAll(queue, running)
    .map((caller) => caller.replace('user:', ''))
    .join(' ')
}

describe('priority', () => {
  it('starts high ones first, in the fair order within each priority', () => {
    expect(orderOf(basic(1), basic(2), vip(7), vip(7), vip(8))).toBe('7 8 7 1 2')
  })

  it('starts four jobs of a high caller for one of each normal caller', () => {
    const flood = Array.from({ length: 9 }, () => vip(7))
    expect(orderOf(...flood, basic(1), basic(1), basic(2))).toBe('7 7 7 7 1 2 7 7 7 7 1 7')
    expect(orderOf(basic(1), ...flood)).toBe('7 7 7 1 7 7 7 7 7 7')
  })

  it('counts the turns of a caller across both priorities', () => {
    expect(orderOf(basic(7), vip(7), vip(8), basic(9))).toBe('8 7 9 7')
  })

  it('starts a normal job after a bounded number of high callers that arrive again and again', () => {
    const queue = open()
    let running = queue.enter(basic(0))
    const normal = queue.enter(basic(1))
    let starts = 0
    for (let id = 10; !hasStarted(normal) && starts < 100; id += 1) {
      const newcomer = queue.enter(vip(id))
      running.leave({ isComplete: true })
      running = newcomer
      starts += 1
    }
    expect(starts).toBe(4)
  })

  it.each([unverifiedCaller('user:7'), unverifiedCaller('7'), undefined])('is not available to %p', (caller) => {
    const queue = open()
    queue.enter(basic(0))
    queue.enter(basic(1))
    const slot = queue.enter({ caller, priority: 'high' })
    expect(slot.entry.priority).toBe('normal')
    expect(queue.positions().map((position) => position.slot.caller)).toEqual([accountCaller(1), caller ?? ''])
  })

  it('does not change who is displaced in a full queue: a caller with two more gives way, whatever the priority', () => {
    const queue = open(4)
    queue.enter(vip(7))
    for (let count = 0; count < 4; count += 1) queue.enter(vip(7))
    expect(queue.enter(basic(1)).entry.priority).toBe('normal')
    expect(queue.enter(basic(2)).entry.priority).toBe('normal')
    expect(() => queue.enter(vip(7))).toThrow(expect.objectContaining({ code: 'UNAVAILABLE', retryAfterMs: 5_000 }))
    expect(queue.positions().map(({ slot }) => slot.caller)).toEqual([7, 7, 1, 2].map(accountCaller))
  })

  it('never displaces a normal caller with one slot, for any number of high ones', () => {
    const queue = open(3)
    queue.enter(vip(7))
    for (const id of [1, 2, 3]) queue.enter(basic(id))
    expect(() => queue.enter(vip(8))).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
    expect(queue.positions()).toHaveLength(3)
  })

  it('starts the second job of a caller even if others return again and again', () => {
    const queue = open()
    let running = queue.enter(basic(1))
    const second = queue.enter(basic(1))
    for (let count = 0; count < 4 && !hasStarted(second); count += 1) {
      const back = queue.enter(basic(2 + (count % 2)))
      running.leave({ isComplete: true })
      running = back
    }
    expect(hasStarted(second)).toBe(true)
  })

  it('reports why each job waits: order of arrival, fairness or priority', () => {
    const queue = open()
    queue.enter(basic(0))
    for (const entry of [basic(1), basic(1), basic(2)]) queue.enter(entry)
    const reasons = () => queue.positions().map(({ slot, reason }) => `${slot.caller} ${reason}`)
    expect(reasons()).toEqual(['user:1 BUSY', 'user:2 BUSY', 'user:1 FAIR_SHARE'])
    const urgent = queue.enter(vip(7))
    expect(reasons()).toEqual(['user:7 BUSY', 'user:1 PRIORITY', 'user:2 PRIORITY', 'user:1 PRIORITY'])
    urgent.leave()
    expect(reasons()).toEqual(['user:1 BUSY', 'user:2 BUSY', 'user:1 FAIR_SHARE'])
  })
})

type Act =
  | { readonly kind: 'enter'; readonly who: number }
  | { readonly kind: 'give up'; readonly which: number }
  | { readonly kind: 'end'; readonly which: number }

const people: readonly QueueEntry[] = [
  ...[vip(1), vip(2), vip(3), basic(4), basic(5), basic(6)],
  // requests a priority that it cannot have
  { caller: unverifiedCaller('x'), priority: 'high' },
]

const priorityOf = (caller: string): JobPriority =>
  people.some((entry) => entry.caller === caller && entry.priority === 'high') && isAccountCaller(caller)
    ? 'high'
    : 'normal'

const which = fc.nat({ max: 1_000 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('enter' as const), who: fc.nat({ max: people.length - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give up' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which }) },
)

/** A waiting job, and the starts of other callers since its arrival. */
interface Waiting {
  readonly slot: QueueSlot
  /** The number of jobs of its caller, itself included, since the caller had none. */
  readonly turns: number
  readonly passedBy: Map<string, number>
}

/** Follows a queue from outside and throws when a promise of the queue is broken. */
class Witness {
  #waiting: Waiting[] = []
  #running: QueueSlot[] = []
  readonly #turns = new Map<string, number>()

  constructor(private readonly queue: WorkerQueue) {}

  do(step: Act): void {
    const [held, run] = [this.#waiting, this.#running]
    if (step.kind === 'enter') this.#enter(people[step.who] ?? {})
    if (step.kind === 'give up' && held.length > 0) {
      const [left] = held.splice(step.which % held.length, 1)
      left?.slot.leave()
    }
    if (step.kind === 'end' && run.length > 0) {
      const [left] = run.splice(step.which % run.length, 1)
      left?.leave({ isComplete: true })
    }
    for (const started of this.#started()) this.#see(started)
  }

  /** Runs until no job waits: all start, in the reported order. */
  finish(): void {
    const reported = this.queue.positions().map(({ slot }) => slot)
    const actual: QueueSlot[] = []
    while (this.#running.length > 0) {
      this.#running.shift()?.leave({ isComplete: true })
      for (const started of this.#started()) {
        actual.push(started.slot)
        this.#see(started)
      }
    }
    expect(actual).toEqual(reported)
    expect(this.#waiting).toEqual([])
  }

  #enter(entry: QueueEntry): void {
    const slot = this.queue.enter(entry)
    const others = [...this.#running, ...this.#waiting.map((each) => each.slot)]
    const isAnother = others.some(({ caller }) => caller === slot.caller)
    const turns = 1 + (isAnother ? (this.#turns.get(slot.caller) ?? 0) : 0)
    this.#turns.set(slot.caller, turns)
    this.#waiting.push({ slot, turns, passedBy: new Map() })
  }

  /** At most one job at a time starts with each act. */
  #started(): Waiting[] {
    return this.#waiting.filter(({ slot }) => hasStarted(slot))
  }

  #see(started: Waiting): void {
    const { slot } = started
    this.#waiting = this.#waiting.filter((each) => each !== started)
    this.#running.push(slot)
    for (const { passedBy } of this.#waiting) passedBy.set(slot.caller, (passedBy.get(slot.caller) ?? 0) + 1)
    for (const [caller, starts] of started.passedBy) {
      if (caller === slot.caller) continue
      // with equal priority no caller gets a third turn before another one's first, or a fourth before its second
      const share = (started.turns * tagIncrements[slot.entry.priority]) / tagIncrements[priorityOf(caller)]
      expect(starts).toBeLessThanOrEqual(Math.floor(share) + 1)
    }
  }
}

describe('any sequence of arrivals, cancellations and ends', () => {
  it.each([1, 2])(
    'gives callers starts by their weights, none has to wait for more, and finally all start (%d at a time)',
    (concurrency) => {
      fc.assert(
        fc.property(fc.array(act, { maxLength: 150 }), (acts) => {
          const queue = open(10_000, concurrency)
          const witness = new Witness(queue)
          for (const step of acts) witness.do(step)
          witness.finish()
        }),
        { numRuns: 100 },
      )
    },
  )
})
