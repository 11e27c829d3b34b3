import type { BrowserTab } from '../../../packages/client/src/session/session-storage.js'

/** The tabs of one origin: they share a storage, and each is notified of what the others write. */
export class BrowserTabs {
  readonly #items = new Map<string, string>()
  readonly #tabs = new Set<FakeTab>()
  #lock: Promise<unknown> = Promise.resolve()

  /** How many listeners the tabs have. */
  get listeners(): number {
    return [...this.#tabs].reduce((sum, { listeners }) => sum + listeners.size, 0)
  }

  open({ hasLocks = true } = {}): BrowserTab {
    const tab = new FakeTab((key, value) => {
      if (value === null) this.#items.delete(key)
      else this.#items.set(key, value)
      const others = [...this.#tabs].filter((other) => other !== tab)
      // a browser notifies the other tabs later
      setImmediate(() => others.forEach(({ listeners }) => listeners.forEach((listener) => listener({ key }))))
    }, this.#items)
    this.#tabs.add(tab)
    const request = <Value>(_key: string, task: () => Promise<Value>): Promise<Value> => {
      const run = this.#lock.then(task)
      this.#lock = run.catch(() => undefined)
      return run
    }
    return hasLocks ? Object.assign(tab, { navigator: { locks: { request } } }) : tab
  }
}

type StorageListener = (event: { readonly key: string | null }) => void

class FakeTab implements BrowserTab {
  readonly listeners = new Set<StorageListener>()
  readonly localStorage

  constructor(write: (key: string, value: string | null) => void, items: ReadonlyMap<string, string>) {
    this.localStorage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => write(key, value),
      removeItem: (key: string) => write(key, null),
    }
  }

  addEventListener(_type: 'storage', listener: StorageListener): void {
    this.listeners.add(listener)
  }

  removeEventListener(_type: 'storage', listener: StorageListener): void {
    this.listeners.delete(listener)
  }
}
