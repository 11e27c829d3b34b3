import { useSyncExternalStore } from 'react'
import { serverPath } from './server-url.js'

/** A route of a page: the path and the query after the `#` of its address. */
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
let guard: ((leave: () => void) => void) | undefined
const listeners = new Set<() => void>()

function publish(route: Route): void {
  current = route
  for (const listener of listeners) listener()
}

/** Publishes the route of the address, unless it is the current one. */
function follow(): void {
  const next = routeOf(location.hash)
  if (next.path !== current.path) publish(next)
}

// a link, or a step in the history
addEventListener('hashchange', () => {
  const { path } = routeOf(location.hash)
  if (guard && path !== current.path) {
    history.replaceState(null, '', `#${current.path}`)
    guard(() => navigate(path, { replace: true }))
  } else follow()
})

/** Keeps the current route: `ask` gets what another part of the page wants to do after it. Returns the release. */
export function guardRoute(ask: (leave: () => void) => void): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = undefined
  }
}

/** Runs a task that leaves the current route: at once, or when the guard of unsaved changes permits it. */
export function leaveRoute(leave: () => void): void {
  if (guard) guard(leave)
  else leave()
}

/** Goes to a route at once. With `replace` the history keeps no step. */
export function navigate(path: string, { replace = false } = {}): void {
  leaveRoute(() => {
    if (replace) location.replace(`#${path}`)
    else location.hash = path
    follow()
  })
}

/**
 * Goes to a route and removes the query of the address, to which another site has sent the person, and its path but for that
 * of the page, such as `console`.
 */
export function replaceAddress(path: string, page = ''): void {
  // browsers read the icons and the manifest again, and their addresses are relative to that of the page
  for (const link of document.querySelectorAll<HTMLLinkElement>('link:not([rel=stylesheet])'))
    link.setAttribute('href', link.href)
  history.replaceState(null, '', serverPath(`${page}#${path}`))
  // the route can be the same as before
  publish(routeOf(location.hash))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current route. The same route is the same object. */
export const currentRoute = (): Route => current

export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute)
