import { type Logger, reasonOf, repeat, type StoreName } from '@parley/runtime'
import { noConnectionMessage } from '@parley/statements'
import { storeWritable } from '../metrics/stores.js'

type WrittenStore = StoreName | 'redis_queue'

/** A store that can refuse to write although it answers. */
interface WritableStore {
  /** Calls `onRefused` with the error of each write that is refused. */
  watchWrites(onRefused: (error: unknown) => void): void
  /** Writes something without effect. Rejects, and reports it as any other write, when that is refused. */
  probeWrites(): Promise<void>
}

const defaultEveryMs = 5_000

/** Whether stores that answer also accept writes: one state, from the first refused write to the first probe that succeeds. */
export class WatchedWrites {
  readonly #stores = new Map<WrittenStore, WritableStore>()
  /** With a sentence for operators. */
  readonly #refusing = new Map<WrittenStore, string>()
  readonly #stop: () => Promise<void>

  /** `everyMs` is the interval of the probes of a store that refuses writes, in milliseconds. */
  constructor(
    private readonly log: Logger,
    everyMs = defaultEveryMs,
  ) {
    this.#stop = repeat(() => this.#probe(), { everyMs })
  }

  watch(name: WrittenStore, store: WritableStore): void {
    this.#stores.set(name, store)
    storeWritable.set({ store: name }, 1)
    store.watchWrites((error) => this.#refused(name, error))
  }

  /** Tries a write on each store, as at the start. */
  async tryAll(): Promise<void> {
    await Promise.all([...this.#stores.values()].map(accepts))
  }

  /** Sentences for operators. */
  warnings(): readonly string[] {
    return [...this.#refusing.values()]
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  #refused(store: WrittenStore, error: unknown): void {
    if (this.#refusing.has(store)) return
    const isWithoutConnection = error instanceof Error && error.message === noConnectionMessage
    this.#refusing.set(store, isWithoutConnection ? noConnection : sentences[store])
    storeWritable.set({ store }, 0)
    this.log.error({ store, reason: reasonOf(error) }, 'store.write_refused')
  }

  async #probe(): Promise<void> {
    for (const name of this.#refusing.keys()) {
      const store = this.#stores.get(name)
      if (store && !(await accepts(store))) continue
      this.#refusing.delete(name)
      storeWritable.set({ store: name }, 1)
      this.log.info({ store: name }, 'store.write_accepted')
    }
  }
}

function accepts(store: WritableStore): Promise<boolean> {
  return store.probeWrites().then(
    () => true,
    () => false,
  )
}

const noConnection =
  'The database has no connection left: requests wait for those of this process, or are refused; replies wait'

const sentences: Readonly<Record<WrittenStore, string>> = {
  database: 'The database refuses writes: what is stored can be read, replies wait',
  chat_logs: 'MongoDB refuses writes: chat logs can be read, replies wait',
  images: 'The store of images refuses writes: no image can be stored',
  redis_queue: 'Redis refuses writes, as when it is full: replies wait for it',
}
