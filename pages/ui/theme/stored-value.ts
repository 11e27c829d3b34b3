import { useCallback, useSyncExternalStore } from 'react'
import { browserStorage } from '../storage/browser-storage.js'

const changed = 'parley-stored-value'

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  addEventListener(changed, listener)
  return () => {
    removeEventListener('storage', listener)
    removeEventListener(changed, listener)
  }
}

/** A choice that the browser keeps and that all tabs share. Null: none was made. */
export function useStoredValue(key: string): readonly [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => browserStorage.read(key))
  const store = useCallback(
    (next: string | null) => {
      browserStorage.write(key, next)
      dispatchEvent(new Event(changed))
    },
    [key],
  )
  return [value, store]
}
