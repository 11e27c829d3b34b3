import { setImmediate } from 'node:timers/promises'

interface LatestRead<View> {
  /** The number of the newest change when it began. */
  readonly change: number
  reading?: Promise<View> | undefined
  view?: { deref(): View | undefined }
}

/** The requests whose last reads are kept: followers of one room have seen nearly the same changes. */
const readsKept = 8

/** The reads of followers with the same right, which all need the same one after a change. */
export class SharedReads<View extends object | null> {
  readonly #latest = new Map<string, LatestRead<View>>()
  /** Reads that begin in the next turn of the event loop. */
  readonly #next = new Map<string, Promise<View>>()

  /** A view that is read from now on: followers that need one in the same turn of the event loop share it. */
  #readNow(request: string, load: () => Promise<View>): Promise<View> {
    const next = this.#next.get(request) ?? this.#begin(request, load)
    this.#next.set(request, next)
    return next
  }

  async #begin(request: string, load: () => Promise<View>): Promise<View> {
    await setImmediate()
    this.#next.delete(request)
    return load()
  }

  /**
   * A view that was read after change number `seen`, by this follower or by another with the same request. `now`: the
   * number of the newest change.
   */
  async read(
    request: string,
    { seen, now }: { readonly seen: number; readonly now: number },
    load: () => Promise<View>,
  ): Promise<View> {
    if (seen === Infinity) return this.#readNow(request, load)
    const known = this.#latest.get(request)
    const view = known && known.change >= seen ? (known.reading ?? known.view?.deref()) : undefined
    if (view !== undefined) return view
    const reading = load()
    const latest: LatestRead<View> = { change: now, reading }
    this.#latest.delete(request)
    this.#latest.set(request, latest)
    for (const oldest of [...this.#latest.keys()].slice(0, -readsKept)) this.#latest.delete(oldest)
    try {
      const made = await reading
      // for the followers that are notified later, as long as memory allows
      latest.view = made ? new WeakRef(made) : { deref: () => made }
      return made
    } finally {
      latest.reading = undefined
    }
  }
}
