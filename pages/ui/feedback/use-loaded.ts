import { useCallback, useEffect, useRef, useState } from 'react'
import type { ParleyError } from '@parley/client'
import { errorOf } from './page-fault.js'

export interface Loaded<Value> {
  /** Undefined until it is read. */
  readonly value: Value | undefined
  readonly error: ParleyError | null
  readonly isLoading: boolean
  readonly reload: () => void
  /** Replaces what was read, for example by the result of a mutation. */
  readonly set: (value: Value) => void
}

interface State<Value> {
  readonly key: string
  readonly value?: Value
  readonly error: ParleyError | null
  readonly isLoading: boolean
}

/** What a screen reads when it opens, again for another key, and again with `reload`. */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>, key = ''): Loaded<Value> {
  const [state, setState] = useState<State<Value>>({ key, error: null, isLoading: true })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    const leaving = new AbortController()
    const change = (next: Partial<State<Value>>) => {
      if (!leaving.signal.aborted) setState((last) => ({ ...(last.key === key ? last : { key }), ...settled, ...next }))
    }
    change({ isLoading: true })
    latest.current(leaving.signal).then(
      (value) => change({ value }),
      (reason: unknown) => change({ error: errorOf(reason) }),
    )
    return () => leaving.abort()
  }, [key, turn])
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  const set = useCallback((value: Value) => setState({ key, value, ...settled }), [key])
  const isCurrent = state.key === key
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : null,
    isLoading: !isCurrent || state.isLoading,
    reload,
    set,
  }
}

const settled = { error: null, isLoading: false }
