import { useCallback, useEffect, useState } from 'react'
import { ParleyError } from '@parley/client'
import type { Operation } from '@parley/client'
import { useParley } from '@parley/client/react'
import { useAdministrator } from '../session/administrator.js'

interface State<Result> {
  /** The newest one, also after a later fault. */
  readonly result: Result | null
  readonly error: ParleyError | null
  readonly isLoading: boolean
}

/** The result of a query, read again every `everyMs` while the page is visible. */
export function useResult<Result>(
  operation: Operation<Result, Readonly<Record<string, never>>>,
  everyMs: number,
): State<Result> & { readonly reload: () => void } {
  const parley = useParley()
  const { checkAgain } = useAdministrator()
  const [state, setState] = useState<State<Result>>({ result: null, error: null, isLoading: true })
  const [turn, setTurn] = useState(0)
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
        const result = await parley.request(operation, {}, { signal })
        if (!signal.aborted) setState({ result, error: null, isLoading: false })
      } catch (reason) {
        const error = ParleyError.from(reason, signal)
        if (error.code === 'FORBIDDEN') checkAgain()
        if (!signal.aborted) setState(({ result }) => ({ result, error, isLoading: false }))
      }
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
  }, [parley, operation, everyMs, turn, checkAgain])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { ...state, reload }
}
