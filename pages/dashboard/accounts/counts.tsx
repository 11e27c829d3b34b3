import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { useResult } from '../reads/use-result.js'
import { accountCounts as operation, type AccountCountsQuery } from '../operations.generated.js'

const everyMs = 60_000

interface Counts {
  /** Null until they are read. */
  readonly counts: AccountCountsQuery['accountCounts']
  /** Reads them again, after an act. */
  readonly recount: () => void
}

const CountsContext = createContext<Counts>({ counts: null, recount: () => undefined })

/** The number of accounts in each state. */
export const useCounts = () => useContext(CountsContext)

/** As `useCounts`, for a screen that shows them beside other data: they are read again after each read of that. Null: not read yet. */
export function useNewCounts(read: unknown) {
  const counts = useCounts()
  const { recount } = counts
  useEffect(() => {
    if (read !== null) recount()
  }, [recount, read])
  return counts
}

export function CountsProvider({ children }: { readonly children: ReactNode }) {
  const { result, reload } = useResult(operation, everyMs)
  const counts = result?.accountCounts ?? null
  const value = useMemo(() => ({ counts, recount: reload }), [counts, reload])
  return <CountsContext value={value}>{children}</CountsContext>
}
