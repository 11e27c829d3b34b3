import type { Logger } from '../logger.js'
import { reasonOf } from '../system-error-code.js'
import type { AttemptText, GenerationStore, Run } from './generation-store.js'
import { isStoreUnavailable } from './retry-while-store-unavailable.js'

interface CheckpointsOptions {
  readonly store: GenerationStore
  readonly log: Logger
  /** The age of text that is saved, in milliseconds; 450 by default. With its commit that is the half second that a crash may lose. */
  readonly everyMs?: number
}

/** SQLite blocks this thread for about 2 ms. */
const savesPerCommit = 128

/** The newest text of all running replies, saved together. A text is never saved while an earlier one is being saved. */
export class Checkpoints {
  readonly #unsaved = new Set<Checkpoint>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: CheckpointsOptions) {}

  open(run: Run): Checkpoint {
    return new Checkpoint(run, this.#unsaved, () => this.#begin())
  }

  #begin(): void {
    this.#timer ??= setTimeout(() => void this.#saveAll(), this.options.everyMs ?? 450)
  }

  async #saveAll(): Promise<void> {
    const isBefore = [...this.#unsaved]
    while (isBefore.length > 0) {
      // those that were dropped or saved meanwhile have no text
      const some = isBefore.splice(0, savesPerCommit).filter((each) => this.#unsaved.delete(each))
      const saving = this.#save(some)
      for (const each of some) each.saving = saving
      await saving
    }
    this.#timer = undefined
    if (this.#unsaved.size > 0) this.#begin()
  }

  /** Never rejects. */
  async #save(some: readonly Checkpoint[]): Promise<void> {
    const { store, log } = this.options
    try {
      const areOwn = await store.checkpoint(some)
      some.forEach((each, index) => (each.isOwn = areOwn[index] === true))
    } catch (error) {
      // the next checkpoint includes this text
      if (isStoreUnavailable(error)) log.warn({ replies: some.length, reason: reasonOf(error) }, 'progress.save_failed')
      else if (some.length > 1) for (const each of some) await this.#save([each])
      else for (const each of some) each.failure = { error }
    }
  }
}

/** The text of one run that is saved later, with that of other runs. */
export class Checkpoint {
  text: AttemptText = { attempt: 0, text: '' }
  saving: Promise<void> = Promise.resolve()
  failure: { readonly error: unknown } | undefined
  /** False once a save has found that the run was ended or claimed elsewhere. */
  isOwn = true

  constructor(
    readonly run: Run,
    private readonly unsaved: Set<Checkpoint>,
    private readonly begin: () => void,
  ) {}

  /** Saves the text soon, instead of an earlier one that waits. Throws when a save has failed for good. */
  keep(text: AttemptText): void {
    if (this.failure) throw this.failure.error
    this.text = text
    this.unsaved.add(this)
    this.begin()
  }

  drop(): void {
    this.unsaved.delete(this)
  }

  /** Drops the text that waits. After it no older text is stored. Rejects when a save has failed for good. */
  async settle(): Promise<void> {
    this.drop()
    await this.saving
    if (this.failure) throw this.failure.error
  }
}
