import { jsonIn } from '../json-in.js'

/** A session as it is stored. */
export interface StoredSession {
  readonly accountId: string
  readonly token: string
  readonly refreshToken: string
  /** By the clock of this machine, in milliseconds. */
  readonly expiresAt: number
  /** Whether a refresh had no answer: the next one, in any tab, can end the session, and waits until the token expires. */
  readonly isUnanswered?: boolean
}

/** Where a session is kept. */
export interface SessionStorage {
  read(): StoredSession | null
  write(session: StoredSession | null): void
  /** Calls the listener when another tab has written, until it is released. */
  watch(listener: () => void): () => void
  /** Runs one task at a time among all tabs. */
  exclusive<Value>(task: () => Promise<Value>): Promise<Value>
}

/** A session that ends with the page or the process. */
export function memorySession(session: StoredSession | null = null): SessionStorage {
  return {
    read: () => session,
    write: (next) => (session = next),
    watch: () => () => undefined,
    exclusive: (task) => task(),
  }
}

/** The parts of a browser's window that a session needs. */
export interface BrowserTab {
  readonly localStorage: {
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  /** Without Web Locks two tabs can refresh at once, which the server allows. */
  readonly navigator?: { readonly locks?: { request<Value>(key: string, task: () => Promise<Value>): Promise<Value> } }
  addEventListener(type: 'storage', listener: (event: { readonly key: string | null }) => void): void
  removeEventListener(type: 'storage', listener: (event: { readonly key: string | null }) => void): void
}

const scope: unknown = globalThis

/** A session that all tabs of an origin share and that a reload keeps. */
export function localStorageSession(key = 'parley-session', tab: BrowserTab = scope as BrowserTab): SessionStorage {
  let text: string | null = null
  let session: StoredSession | null = null
  return {
    read: () => {
      const stored = tab.localStorage.getItem(key)
      if (stored !== text) session = stored === null ? null : ((jsonIn(stored) as StoredSession | undefined) ?? null)
      text = stored
      return session
    },
    write: (next) => {
      if (next) tab.localStorage.setItem(key, JSON.stringify(next))
      else tab.localStorage.removeItem(key)
    },
    watch: (listener) => {
      const changed = (event: { readonly key: string | null }) => {
        // null: the whole storage was cleared
        if (event.key === key || event.key === null) listener()
      }
      tab.addEventListener('storage', changed)
      return () => tab.removeEventListener('storage', changed)
    },
    exclusive: (task) => tab.navigator?.locks?.request(key, task) ?? task(),
  }
}
