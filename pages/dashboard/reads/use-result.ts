import { useCallback, useEffect, useRef, useState } from 'react'
import { ParleyError, type Operation } from '@parley/client'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useRequest } from '../session/administrator.js'
import { words } from './words.js'

interface State<Result> {
  /** The newest one, also after a later fault. */
  readonly result: Result | null
  readonly error: ParleyError | null
  readonly isLoading: boolean
}

/** The result of a query, read again every `everyMs` while the page is visible. A refresh is announced, a reload is not. */
export function useResult<Result>(
  operation: Operation<Result, Readonly<Record<string, never>>>,
  everyMs: number,
): State<Result> & { readonly reload: () => void; readonly refresh: () => void } {
  const { refreshed } = useWords(words)
  const announce = useAnnounce()
  const request = useRequest()
  const [state, setState] = useState<State<Result>>({ result: null, error: null, isLoading: true })
  const [turn, setTurn] = useState(0)
  const isRefresh = useRef(false)
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    let timer: number | undefined
    let isRunning = false
    const load = async () => {
      if (isRunning) return
      isRunning = true
      setState((before) => ({ ...before, isLoading: true }))
      try {
        const result = await request(operation, {}, { signal })
        if (!signal.aborted) {
          setState({ result, error: null, isLoading: false })
          if (isRefresh.current) announce(refreshed)
        }
      } catch (reason) {
        const error = ParleyError.from(reason, signal)
        if (!signal.aborted) setState(({ result }) => ({ result, error, isLoading: false }))
      }
      if (!signal.aborted) isRefresh.current = false
      isRunning = false
      if (!signal.aborted && !document.hidden) timer = window.setTimeout(() => void load(), everyMs)
    }
    const shown = () => {
      clearTimeout(timer)
      if (!document.hidden) void load()
    }
    document.addEventListener('visibilitychange', shown)
    void load()
    return () => {
      end.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [request, operation, everyMs, turn, announce, refreshed])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const refresh = useCallback(() => {
    isRefresh.current = true
    reload()
  }, [reload])
  return { ...state, reload, refresh }
}
