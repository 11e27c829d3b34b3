import { serverUrl } from '../navigation/server-url.js'

/** Texts by key. */
export interface KeyValueStorage {
  read(key: string): string | null
  /** Null removes the key. */
  write(key: string, value: string | null): void
}

/** The name of a stored text. Two servers behind paths of one host share the storage, and must not read each other's. */
export const storageKey = (name: string): string => name + serverUrl.pathname.replace(/\/$/, '')

/** The storage of the browser. Where it is blocked or full, the memory of this page. */
function storageOf(open: () => Storage): KeyValueStorage {
  const memory = new Map<string, string>()
  return {
    read: (key) => {
      try {
        return memory.get(key) ?? open().getItem(storageKey(key))
      } catch {
        return null
      }
    },
    write: (key, value) => {
      memory.delete(key)
      try {
        if (value === null) open().removeItem(storageKey(key))
        else open().setItem(storageKey(key), value)
      } catch {
        if (value !== null) memory.set(key, value)
      }
    },
  }
}

/** What all tabs share. */
export const browserStorage = storageOf(() => localStorage)
/** What one tab keeps over reloads. */
export const tabStorage = storageOf(() => sessionStorage)

/** Whether the browser refuses to store anything for this page. */
export function isStorageBlocked(): boolean {
  try {
    localStorage.getItem('')
    return false
  } catch {
    return true
  }
}
