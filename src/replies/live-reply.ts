import { openGenerations } from '../metrics/replies.js'
import type { Room } from '../rooms/room.js'
import type { Generation } from './generation.js'
import type { AttemptText, Run } from './generation-store.js'
import { withPiece, type ReplyStep } from './run-reply.js'
import { snapshotOf, type Snapshot } from './watching/snapshot.js'
import { notWaiting } from './queue-position.js'

/** A generation that runs in this process: its newest state, and how to stop it. */
export class LiveReply {
  readonly #controller = new AbortController()
  #storing: Promise<unknown> = Promise.resolve()
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
    if (step.kind === 'started') this.#snapshot = { ...this.#snapshot, status: 'RUNNING', ...notWaiting }
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

  /**
   * Stops the work and stores its result. Until that is stored, this process still serves the reply with all of its
   * text.
   */
  stopAndStore<T>(store: () => Promise<T>): Promise<T> {
    this.abort()
    const storing = store()
    this.#storing = Promise.allSettled([this.#storing, storing])
    return storing
  }

  /** Resolves when the write of `stopAndStore` has ended. */
  whenStored(): Promise<unknown> {
    return this.#storing
  }
}
