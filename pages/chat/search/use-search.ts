import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Parley, ParleyError } from '@parley/client'
import { useParley } from '@parley/client/react'
import type { SearchFilter } from './search-path.js'

type Page = NonNullable<Awaited<ReturnType<Parley['search']>>>
export type Found = Page['nodes'][number]

interface SearchState {
  /** The search that has found this. */
  readonly key: string
  readonly found: readonly Found[]
  readonly isRunning: boolean
  readonly isIndexing: boolean
  readonly cursor: string | null
  readonly hasMore: boolean
  readonly error: ParleyError | null
}

/** A page can be empty although there are further ones: so many are read at once. */
const pagesAtOnce = 5

/** The entries that contain every word of a query, page by page. */
export function useSearch(query: string, filter: SearchFilter) {
  const parley = useParley()
  const key = JSON.stringify([query, filter])
  const options = useMemo(() => optionsOf(filter), [key])
  const [state, setState] = useState(() => emptyOf(key))
  const run = useRef<AbortController>(undefined)
  const read = useCallback(
    async (from: SearchState) => {
      run.current?.abort()
      const { signal } = (run.current = new AbortController())
      setState({ ...from, isRunning: true, error: null })
      try {
        let next = from
        for (let pages = 0; pages < pagesAtOnce && next.found.length === from.found.length; pages += 1) {
          const after = next.cursor ?? undefined
          const page = await parley.search(query, {
            signal,
            ...options,
            ...(after && { after }),
          })
          next = joined(next, page)
          if (!next.hasMore) break
        }
        setState({ ...next, isRunning: false, error: null })
      } catch (reason) {
        if (!signal.aborted) setState({ ...from, isRunning: false, error: ParleyError.from(reason) })
      }
    },
    [parley, query, options],
  )
  useEffect(() => {
    if (query !== '') void read(emptyOf(key))
    return () => run.current?.abort()
  }, [key, query, read])
  const current = state.key === key ? state : emptyOf(key)
  return {
    ...current,
    more: () => void read(current),
  }
}

/** The days of the reader as instants. */
function optionsOf({ roomId, partner, from, to }: SearchFilter) {
  const after = (day: string, days: number) => {
    const date = new Date(`${day}T00:00:00`)
    date.setDate(date.getDate() + days)
    return date.toISOString()
  }
  return {
    ...(roomId !== undefined && { roomId }),
    ...(partner === 'assistant' && { kind: 'OFFICE' as const }),
    ...(partner !== undefined && partner !== 'assistant' && { characterId: partner }),
    ...(from !== undefined && { from: after(from, 0) }),
    ...(to !== undefined && { to: after(to, 1) }),
  }
}

const emptyOf = (key: string): SearchState => ({
  key,
  found: [],
  isRunning: true,
  isIndexing: false,
  cursor: null,
  hasMore: false,
  error: null,
})

function joined(state: SearchState, page: Page | null): SearchState {
  if (!page) return { ...state, hasMore: false }
  const { nodes, indexing, pageInfo } = page
  return {
    ...state,
    found: [...state.found, ...nodes],
    isIndexing: indexing,
    cursor: pageInfo.endCursor,
    hasMore: pageInfo.hasNextPage,
  }
}
