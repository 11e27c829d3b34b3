import { recoveries } from '../metrics/replies.js'
import type { Room } from '../rooms/room.js'
import { beginningOf, type Generation } from './generation.js'
import { isStoreUnavailable } from './retry-while-store-unavailable.js'
import type { RunReplyOptions } from './run-reply.js'
import type { RunningReplies } from './running-replies.js'
import { failReply, roomOf, saveReply } from './save-reply.js'

/** Recovers generations whose process has ended. */
export class ReplyRecovery {
  /** Until then, in epoch milliseconds, a lease may have expired only because its owner could not renew it. */
  #renewableUntil = 0

  constructor(
    private readonly options: RunReplyOptions & {
      readonly running: RunningReplies
      /** How long an instance owns a generation without renewing it, in milliseconds. */
      readonly leaseMs: number
      /** Whether workers continue the replies of an instance that ends, so that another one can read their progress. */
      readonly isContinued: boolean
    },
  ) {}

  /**
   * Claims active generations that a crash or a stop has left. A sealed reply becomes an entry, one that a worker
   * continues is followed, and any other runs; one that was interrupted twice ends FAILED with its text. `all` when no
   * other process can run generations.
   */
  async run(scope: { all: boolean }): Promise<void> {
    for (const generation of await this.#expired(scope)) {
      if (this.options.running.find(generation.id)) continue
      try {
        await this.#takeOver(generation, scope)
      } catch (error) {
        if (isStoreUnavailable(error)) throw error
        // one failing generation must not block the others
        this.options.log.error({ generationId: generation.id, err: error }, 'generation.recovery_failed')
      }
    }
  }

  /**
   * For the time of a lease after the store was unavailable only released ones: an owner that still runs renews its leases
   * first.
   */
  async #expired(scope: { all: boolean }): Promise<readonly Generation[]> {
    const { store, clock, leaseMs } = this.options
    try {
      const expired = await store.expired(scope)
      if (scope.all || clock() >= this.#renewableUntil) return expired
      return expired.filter(({ leaseUntil }) => leaseUntil === 0)
    } catch (error) {
      if (isStoreUnavailable(error)) this.#renewableUntil = clock() + leaseMs
      throw error
    }
  }

  async #takeOver(generation: Generation, { all }: { all: boolean }): Promise<void> {
    const { status, sealedAt, attempt, interruptions, resumeAt, text, thoughts, leaseUntil } = generation
    // text that another kind of generator has left cannot be continued
    const isContinued =
      this.options.isContinued &&
      (resumeAt !== null || interruptions > 0 || (text === beginningOf(generation) && thoughts === null))
    const isInterrupted = status === 'RUNNING' && sealedAt === null && !isContinued
    // a power loss can undo the write of its start, but clients may have text of that attempt; a stop releases the lease
    const mayHaveText = all && status === 'QUEUED' && interruptions === 0 && leaseUntil > 0
    const next: Generation = isInterrupted
      ? { ...generation, resumeAt: null, status: 'QUEUED', interruptions: interruptions + 1 }
      : { ...generation, attempt: mayHaveText ? attempt + 1 : attempt }
    if (!(await this.options.store.claim(generation, next))) return
    recoveries.inc()
    await this.#resume(next)
  }

  async #resume(generation: Generation): Promise<void> {
    const room = await roomOf(this.options.rooms, generation)
    const isSealed = generation.sealedAt !== null
    if (room && !isSealed && generation.interruptions < 2) {
      this.options.running.start(generation, room)
      return
    }
    if (room && isSealed) await saveReply(this.options, generation, room)
    else if (generation.cancelledAt !== null) await this.options.store.endSealed(generation, null)
    else if (await this.#fail(generation, room))
      this.options.log.warn({ generationId: generation.id }, 'generation.interrupted')
    this.options.running.wakeWatchers(generation)
  }

  #fail(generation: Generation, room: Room | null): Promise<boolean> {
    const code = 'INTERRUPTED'
    if (!room) return this.options.store.fail(generation, code)
    const { attempt, text, thoughts, thoughtsMs } = generation
    return failReply(this.options, { run: generation, room, progress: { attempt, text, thoughts, thoughtsMs } }, code)
  }
}
