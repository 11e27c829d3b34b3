import { once } from 'node:events'
import type { FileStore } from '../../../src/ports/file-store/file-store.js'

/** A store that can keep the next file of a data export waiting, as if its instance were frozen. */
export class FreezingStore {
  #next: AbortController | undefined

  /** The next file of an export is stored when the returned controller is aborted. */
  freeze(): AbortController {
    return (this.#next = new AbortController())
  }

  /** Whether no file waits yet. */
  get isFrozenNext(): boolean {
    return this.#next !== undefined
  }

  readonly wrap = (store: FileStore): FileStore => ({
    put: async (id, bytes) => {
      const signal = this.#next?.signal
      if (signal && id.startsWith('export-')) {
        this.#next = undefined
        if (!signal.aborted) await once(signal, 'abort')
      }
      await store.put(id, bytes)
    },
    putParts: (id, parts) => store.putParts(id, parts),
    open: (id) => store.open(id),
    find: (id) => store.find(id),
    delete: (id) => store.delete(id),
    list: () => store.list(),
    tidy: (before) => store.tidy(before),
  })
}
