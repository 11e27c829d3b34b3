import { useSyncExternalStore } from 'react'

/** A place in a page: the path and the query after the `#` of its address. */
export interface Route {
  /** The parts of the path, decoded: `#/rooms/7` is `['rooms', '7']`. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  /** The path with its query. */
  readonly path: string
}

/** An address can be typed by hand: what is not decodable stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function routeOf(hash: string): Route {
  const path = hash.slice(1) || '/'
  const [before = '', query = ''] = path.split('?')
  return { path, parts: before.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

let current = routeOf(location.hash)
let guard: ((path: string) => void) | undefined
const listeners = new Set<() => void>()

addEventListener('hashchange', () => {
  const next = routeOf(location.hash)
  if (next.path === current.path) return
  if (guard) {
    history.replaceState(null, '', `#${current.path}`)
    return guard(next.path)
  }
  current = next
  for (const listener of listeners) listener()
})

/** Keeps the current place: `ask` gets the path of each other one that is chosen. Returns the end of it. */
export function guardRoute(ask: (path: string) => void): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = undefined
  }
}

/** Goes to a place. With `replace` the history keeps no step. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) location.replace(`#${path}`)
  else location.hash = path
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current place. The same place is the same object. */
export const currentRoute = (): Route => current

export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute)
