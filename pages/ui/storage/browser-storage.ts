/** Texts by key. */
export interface KeyValueStorage {
  read(key: string): string | null
  /** Null removes the key. */
  write(key: string, value: string | null): void
}

/** The storage of the browser. Where it is blocked or full, the memory of this page. */
function storageOf(open: () => Storage): KeyValueStorage {
  const memory = new Map<string, string>()
  return {
    read: (key) => {
      try {
        return memory.get(key) ?? open().getItem(key)
      } catch {
        return null
      }
    },
    write: (key, value) => {
      memory.delete(key)
      try {
        if (value === null) open().removeItem(key)
        else open().setItem(key, value)
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
