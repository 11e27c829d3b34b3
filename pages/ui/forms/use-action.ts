import { useCallback, useRef, useState } from 'react'
import type { ParleyError } from '@parley/client'
import { errorOf } from '../feedback/page-fault.js'

export interface Action<Values extends readonly unknown[]> {
  /** Resolves to true when the task has succeeded. A call while it runs does nothing. */
  readonly run: (...values: Values) => Promise<boolean>
  readonly isRunning: boolean
  readonly error: ParleyError | null
  readonly clear: () => void
}

/** A task that a person starts, with its state. What it rejects with is shown, never thrown. */
export function useAction<Values extends readonly unknown[]>(
  task: (...values: Values) => Promise<unknown>,
): Action<Values> {
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly error: ParleyError | null }>({
    isRunning: false,
    error: null,
  })
  const isRunning = useRef(false)
  const run = async (...values: Values) => {
    if (isRunning.current) return false
    isRunning.current = true
    setState({ isRunning: true, error: null })
    try {
      await task(...values)
      setState({ isRunning: false, error: null })
      return true
    } catch (reason) {
      const error = errorOf(reason)
      setState({ isRunning: false, error: error.code === 'ABORTED' ? null : error })
      return false
    } finally {
      isRunning.current = false
    }
  }
  const clear = useCallback(() => setState((state) => ({ ...state, error: null })), [])
  return { run, ...state, clear }
}
