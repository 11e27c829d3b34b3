import { useSyncExternalStore } from 'react'

/** A place in a page: the path and the query after the `#` of its address. */
export interface Route {
  /** The parts of the path, decoded: `#/rooms/7` is `['rooms', '7']`. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  /** The path with its query. */
  readonly path: string
}

let known: Route | undefined

/** An address can be typed by hand: what is not decodable stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The current place. The same address gives the same object. */
export function currentRoute(): Route {
  const path = location.hash.slice(1) || '/'
  if (known?.path === path) return known
  const [before = '', query = ''] = path.split('?')
  return (known = { path, parts: before.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) })
}

/** Goes to a place. With `replace` the history keeps no step. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) location.replace(`#${path}`)
  else location.hash = path
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute)
