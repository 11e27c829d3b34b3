import { openGenerations } from '../metrics/replies.js'
import type { Room } from '../rooms/room.js'
import type { Generation } from './generation.js'
import type { AttemptText, Run } from './generation-store.js'
import { withPiece, type ReplyStep } from './run-reply.js'
import { snapshotOf, type Snapshot } from './watching/snapshot.js'
import { notWaiting } from './queue-position.js'
import { retryWhileStoreUnavailable } from './retry-while-store-unavailable.js'

/** A generation that runs in this process: its newest state, and how to stop it. */
export class LiveReply {
  readonly #controller = new AbortController()
  readonly #left = new AbortController()
  #storing: Promise<unknown> = Promise.resolve()
  #isRetried = false
  #snapshot: Snapshot
  #run: Run & Pick<Generation, 'continuesFrom'>
  #resumeAt: string | null

  constructor(
    generation: Generation,
    readonly room: Room,
  ) {
    this.#snapshot = snapshotOf(generation)
    this.#run = generation
    this.#resumeAt = generation.resumeAt
    openGenerations.inc({ state: generation.status })
  }

  get run(): Run & Pick<Generation, 'continuesFrom'> {
    return this.#run
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  get progress(): AttemptText {
    const { attempt, text, thoughts, thoughtsMs, webSearch, sources } = this.#snapshot
    return { attempt, text, thoughts, thoughtsMs, webSearch, sources, resumeAt: this.#resumeAt }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  apply(step: ReplyStep): void {
    const { status } = this.#snapshot
    if (step.kind === 'interrupted') {
      this.#run = { ...this.#run, interruptions: this.#run.interruptions + 1 }
      this.#snapshot = { ...this.#snapshot, status: 'QUEUED' }
      this.#resumeAt = null
    }
    if (step.kind === 'queued') this.#snapshot = { ...this.#snapshot, status: 'QUEUED', ...step.queuePosition }
    if (step.kind === 'started') {
      const { sources } = step
      this.#snapshot = { ...this.#snapshot, status: 'RUNNING', ...notWaiting, ...(sources && { sources }) }
    }
    if (step.kind === 'search') {
      const { state, query, sources } = step
      this.#snapshot = { ...this.#snapshot, webSearch: { state, query }, sources }
    }
    if (status !== this.#snapshot.status) {
      openGenerations.dec({ state: status })
      openGenerations.inc({ state: this.#snapshot.status })
    }
    if (step.kind !== 'delta' && step.kind !== 'thought') return
    const { attempt, text, thoughts, thoughtsMs = null } = withPiece(this.#snapshot, step)
    this.#resumeAt = step.resumeAt
    this.#snapshot = { ...this.#snapshot, attempt, text, thoughts, thoughtsMs }
  }

  /** The generation does not run in this process any more. */
  leave(): void {
    openGenerations.dec({ state: this.#snapshot.status })
  }

  /** Stops the work; the text does not grow after this. */
  abort(): void {
    this.#controller.abort()
  }

  /** Stops the work on a reply that this process does not store any more. */
  abandon(): void {
    this.abort()
    this.#left.abort()
  }

  /**
   * Stops the work and stores its result; rejects when that fails. Until it is stored, this process still serves the reply with
   * all of its text: while the store is unavailable, it tries again until `abandon`.
   */
  stopAndStore<T>(store: () => Promise<T>): Promise<T> {
    this.abort()
    const storing = store()
    const retried = this.#isRetried
      ? storing
      : storing.catch(() => retryWhileStoreUnavailable(store, this.#left.signal))
    this.#isRetried = true
    this.#storing = Promise.allSettled([this.#storing, retried])
    return storing
  }

  /** Resolves when the writes of `stopAndStore` have ended. */
  whenStored(): Promise<unknown> {
    return this.#storing
  }
}
