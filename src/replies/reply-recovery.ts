import type { Caller } from '../users/caller.js'
import type { Generation } from './generation.js'
import { isStoreUnavailable } from './retry-while-store-unavailable.js'
import { saveReply } from './run-reply.js'
import type { RunReplyOptions } from './run-reply.js'
import type { RunningReplies } from './running-replies.js'

export interface ReplyRecoveryOptions extends RunReplyOptions {
  readonly running: RunningReplies
}

/** Recovers generations whose process has ended. */
export class ReplyRecovery {
  constructor(private readonly options: ReplyRecoveryOptions) {}

  /**
   * Claims active generations that a crash or a stop has left. A sealed reply becomes an entry, a queued one runs, a
   * running one without text is retried once, and any other ends FAILED with its partial text. `all` when no other
   * process can run generations.
   */
  async run(scope: { all: boolean }): Promise<void> {
    for (const generation of await this.options.store.expired(scope)) {
      if (this.options.running.find(generation.id)) continue
      try {
        await this.#takeOver(generation)
      } catch (error) {
        if (isStoreUnavailable(error)) throw error
        // one failing generation must not block the others
        this.options.log.error({ generationId: generation.id, err: error }, 'generation.recovery_failed')
      }
    }
  }

  async #takeOver(generation: Generation): Promise<void> {
    const { attempt, status, text, sealedAt } = generation
    const isQueued = status === 'QUEUED'
    const runsAgain = text === '' && sealedAt === null && (isQueued || attempt === 1)
    // clients may have seen text of a running one, so the next attempt starts over
    const next = runsAgain && !isQueued ? attempt + 1 : attempt
    if (await this.options.store.claim(generation, next))
      await this.#resume({ ...generation, attempt: next }, runsAgain)
  }

  async #resume(generation: Generation, runsAgain: boolean): Promise<void> {
    const owner: Caller = { kind: 'user', id: generation.ownerId, role: 'USER' }
    const room = await this.options.rooms.find(owner, generation.roomId)
    if (room && runsAgain) {
      this.options.running.start(generation, room)
      return
    }
    const kept = room && generation.sealedAt !== null
    if (kept) await saveReply(this.options, generation, room, generation.text)
    else await this.options.store.fail(generation.id, 'INTERRUPTED')
    this.options.running.wakeWatchers(generation)
  }
}
