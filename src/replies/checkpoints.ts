import { inThisContext, type Logger, reasonOf } from '@parley/runtime'
import type { AttemptText, GenerationStore, Run } from './generation-store.js'
import { isStoreUnavailable } from './retry-while-store-unavailable.js'

/** With its commit that is the half second that a crash may lose. */
const defaultEveryMs = 450
/** These block the thread for about 2 ms on SQLite. */
const savesPerCommit = 128

/** The newest text of all running replies, saved together. A text is never saved while an earlier one is being saved. */
export class Checkpoints {
  readonly #unsaved = new Set<Checkpoint>()
  #isFailing = false
  #timer: NodeJS.Timeout | undefined
  #saving: Promise<void> = Promise.resolve()
  /** Not in the trace of the reply that began it: it saves those of all. */
  readonly #saveAll = inThisContext(() => {
    this.#saving = this.#saveBatches()
  })

  constructor(
    private readonly options: {
      readonly store: Pick<GenerationStore, 'checkpoint'>
      readonly log: Logger
      /** The age of text that is saved, in milliseconds. */
      readonly everyMs?: number
    },
  ) {}

  open(run: Run): Checkpoint {
    return new Checkpoint(run, this.#unsaved, () => this.#begin())
  }

  /** Resolves when no save is under way. */
  idle(): Promise<void> {
    return this.#saving
  }

  #begin(tookMs = 0): void {
    const { everyMs = defaultEveryMs } = this.options
    this.#timer ??= setTimeout(this.#saveAll, Math.max(0, everyMs - tookMs)).unref()
  }

  async #saveBatches(): Promise<void> {
    const startedMs = performance.now()
    const unsaved = [...this.#unsaved]
    const saves: Promise<void>[] = []
    while (unsaved.length > 0) {
      const batch = unsaved.splice(0, savesPerCommit)
      const saving = this.#save(batch)
      for (const each of batch) {
        this.#unsaved.delete(each)
        each.saving = saving
      }
      saves.push(saving)
    }
    await Promise.all(saves)
    this.#timer = undefined
    if (this.#unsaved.size > 0) this.#begin(performance.now() - startedMs)
  }

  /** Never rejects. */
  async #save(some: readonly Checkpoint[]): Promise<void> {
    const { store, log } = this.options
    try {
      const areOwn = await store.checkpoint(some)
      this.#isFailing = false
      some.forEach((each, index) => (each.isOwn = areOwn[index] === true))
    } catch (error) {
      // the next turn saves the text again, or newer text
      if (isStoreUnavailable(error)) {
        if (!this.#isFailing) log.warn({ replies: some.length, reason: reasonOf(error) }, 'progress.save_failed')
        this.#isFailing = true
        for (const each of some) each.keepAgain()
      } else if (some.length > 1) for (const each of some) await this.#save([each])
      else for (const each of some) each.failure = { error }
    }
  }
}

/** The text of one run that is saved later, with that of other runs. */
export class Checkpoint {
  text: AttemptText = { attempt: 0, text: '', thoughts: null }
  saving: Promise<void> = Promise.resolve()
  failure: { readonly error: unknown } | undefined
  /** False once a save has found that the run was ended or claimed elsewhere. */
  isOwn = true
  #isDropped = false

  constructor(
    readonly run: Run,
    private readonly unsaved: Set<Checkpoint>,
    private readonly begin: () => void,
  ) {}

  /** Saves the text soon, instead of an earlier one that waits. Throws when a save has failed for good. */
  keep(text: AttemptText): void {
    if (this.failure) throw this.failure.error
    this.text = text
    this.#isDropped = false
    this.unsaved.add(this)
    this.begin()
  }

  /** After a save that failed. */
  keepAgain(): void {
    if (!this.#isDropped) this.unsaved.add(this)
  }

  /** The text that waits is not saved, unless `keep` gives a new one. */
  drop(): void {
    this.#isDropped = true
    this.unsaved.delete(this)
  }

  /** Drops the text that waits. After it no older text is stored. Rejects when a save has failed for good. */
  async settle(): Promise<void> {
    this.drop()
    await this.saving
    if (this.failure) throw this.failure.error
  }
}
