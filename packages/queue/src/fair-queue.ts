import { isAccountCaller } from './callers.js'
import type { QueueSlot } from './queue-slot.js'

export const jobPriorities = ['high', 'normal'] as const
export type JobPriority = (typeof jobPriorities)[number]

/** The distance between the tags of two jobs of one caller, by the priority of the later one. */
export const tagIncrements: Readonly<Record<JobPriority, number>> = { high: 1, normal: 4 }

interface Newcomer {
  readonly caller: string
  readonly priority: JobPriority
}

interface Queued {
  readonly caller: string
  readonly tag: number
}

/** The waiting jobs in the order in which they will start, the highest tag of a job that has started, the most that may wait. */
interface QueueState<Job extends Queued> {
  readonly waiting: readonly Job[]
  readonly started: number
  readonly limit: number
}

interface Admission<Job extends Queued> {
  readonly tag: number
  /** The job that makes room. */
  readonly displaced: Job | undefined
  /** The next `started`. */
  readonly started: number
}

/**
 * Weighted fair queueing by caller (ADR 0075): the lowest tag starts first, equal tags in order of arrival. A full queue
 * displaces the last job of the caller with the most jobs for a caller with at least two fewer, whatever their priority,
 * and never the job of an account for an unverified caller (ADR 0042); otherwise the result is undefined.
 *
 * `lua/admit-job.lua` of @parley/redis-queue computes the same in Redis; one table of cases runs on both.
 */
export function admission<Job extends Queued>(newcomer: Newcomer, state: QueueState<Job>): Admission<Job> | undefined {
  const { waiting, limit } = state
  const displaced = waiting.length < limit ? undefined : jobThatYields(newcomer.caller, waiting)
  if (waiting.length >= limit && !displaced) return undefined
  // tags only count among jobs that wait at the same time
  const started = waiting.length === 0 ? 0 : state.started
  const own = waiting.findLast(({ caller }) => caller === newcomer.caller)
  return { tag: Math.max(started, own?.tag ?? 0) + tagIncrements[newcomer.priority], displaced, started }
}

function jobThatYields<Job extends Queued>(caller: string, waiting: readonly Job[]): Job | undefined {
  const yielding = isAccountCaller(caller) ? waiting : waiting.filter((job) => !isAccountCaller(job.caller))
  const held = new Map<string, number>()
  for (const job of yielding) held.set(job.caller, (held.get(job.caller) ?? 0) + 1)
  const most = Math.max(0, ...held.values())
  if (most < (held.get(caller) ?? 0) + 2) return undefined
  return yielding.findLast((job) => held.get(job.caller) === most)
}

/** The waiting slots of one process, by the rules of `admission`. */
export class FairQueue {
  /** In the order in which they will start. */
  readonly slots: QueueSlot[] = []
  #started = 0

  /** See `admission`; the displaced slot is removed. */
  admit(
    newcomer: Newcomer,
    limit: number,
  ): { readonly tag: number; readonly displaced: QueueSlot | undefined } | undefined {
    const admitted = admission(newcomer, { waiting: this.slots, started: this.#started, limit })
    if (!admitted) return undefined
    this.#started = admitted.started
    if (admitted.displaced) this.remove(admitted.displaced)
    return admitted
  }

  join(slot: QueueSlot): void {
    const after = this.slots.findIndex(({ tag }) => tag > slot.tag)
    this.slots.splice(after < 0 ? this.slots.length : after, 0, slot)
  }

  remove(slot: QueueSlot): void {
    const index = this.slots.indexOf(slot)
    if (index >= 0) this.slots.splice(index, 1)
  }

  /** Removes a slot that starts. */
  start(slot: QueueSlot): void {
    this.remove(slot)
    this.#started = Math.max(this.#started, slot.tag)
  }
}
