import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ParleyError, type Operation } from '@parley/client'
import { useRequest } from '../session/administrator.js'

interface Page<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export interface Pages<Node> {
  readonly nodes: readonly Node[]
  readonly isLoading: boolean
  /** Whether the first page has been read. */
  readonly isRead: boolean
  readonly hasMore: boolean
  readonly error: ParleyError | null
  /** What could not be read. */
  readonly failed: 'first page' | 'next page' | null
  /** The place of the first row of a page that `more` has read; null after the first page. */
  readonly firstNew: number | null
  /** Reads the next page. */
  readonly more: () => void
  /** Reads the first page again. What was read stays until then. */
  readonly reload: () => void
  /** Reads the page that could not be read. */
  readonly retry: () => void
  /** Puts a changed node in its place. */
  readonly replace: (node: Node) => void
  readonly remove: (id: string) => void
}

interface PagedQuery<Result, Node, Filter extends object> {
  readonly operation: Operation<Result, Filter & { readonly after?: string | null }>
  /** The same function at every call. */
  readonly pageOf: (result: Result) => Page<Node> | null
  /** The other variables. Another filter begins the list again. */
  readonly filter: Filter
}

interface State<Node> extends Omit<Pages<Node>, 'more' | 'reload' | 'retry' | 'replace' | 'remove'> {
  /** Where the next page begins. */
  readonly after: string | null
}

const empty = {
  nodes: [],
  isLoading: true,
  isRead: false,
  hasMore: false,
  error: null,
  failed: null,
  firstNew: null,
  after: null,
} as const

/** A list that is read page by page. */
export function usePages<Result, Node extends { readonly id: string }, Filter extends object>({
  operation,
  pageOf,
  filter,
}: PagedQuery<Result, Node, Filter>): Pages<Node> {
  const request = useRequest()
  const key = JSON.stringify(filter)
  // an equal filter is another object at each render
  const variables = useMemo(() => filter, [key])
  const [state, setState] = useState<State<Node>>(empty)
  const current = useRef(new AbortController())
  const requested = useRef<string | null>(null)
  const load = useCallback(
    async (after: string | null, { signal }: AbortController) => {
      requested.current = after
      setState((before) => ({ ...before, isLoading: true, error: null, failed: null }))
      try {
        const page = pageOf(await request(operation, { ...variables, after }, { signal }))
        if (signal.aborted || !page) return
        const { hasNextPage: hasMore, endCursor } = page.pageInfo
        setState(({ nodes }) => {
          const [earlier, firstNew] = after === null ? [[], null] : [nodes, nodes.length]
          const read = { isLoading: false, isRead: true, hasMore, error: null, failed: null, after: endCursor }
          return { ...read, nodes: [...earlier, ...page.nodes], firstNew }
        })
      } catch (reason) {
        const error = ParleyError.from(reason, signal)
        const failed = after === null ? 'first page' : 'next page'
        if (!signal.aborted) setState((before) => ({ ...before, isLoading: false, error, failed }))
      }
    },
    [request, operation, pageOf, variables],
  )
  const reload = useCallback(() => {
    current.current.abort()
    current.current = new AbortController()
    void load(null, current.current)
  }, [load])
  useEffect(() => {
    setState(empty)
    reload()
    return () => current.current.abort()
  }, [reload])
  const more = () => void load(state.after, current.current)
  const retry = () => void load(requested.current, current.current)
  const replace = (node: Node) =>
    setState((before) => ({ ...before, nodes: before.nodes.map((each) => (each.id === node.id ? node : each)) }))
  const remove = (id: string) =>
    setState((before) => ({ ...before, nodes: before.nodes.filter((each) => each.id !== id) }))
  return { ...state, more, reload, retry, replace, remove }
}
