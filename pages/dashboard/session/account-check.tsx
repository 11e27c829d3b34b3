import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { ParleyError } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'
import { administrator as question } from '../operations.generated.js'
import { AccountCheckContext } from './administrator.js'

type Answer = { readonly id: string; readonly username: string } | ParleyError | null

/** Asks whether the account of the session is an administrator, at its beginning and on request. */
export function AccountCheckProvider({ children }: { readonly children: ReactNode }) {
  const parley = useParley()
  const { accountId } = useSession()
  const [answer, setAnswer] = useState<Answer>(null)
  const [turn, setTurn] = useState(0)
  const checkAgain = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    // the answer of an earlier session
    if (accountId === null) return setAnswer(null)
    const end = new AbortController()
    const check = async () => {
      try {
        const { me } = await parley.request(question, {}, { signal: end.signal })
        if (!end.signal.aborted) setAnswer(me ?? new ParleyError('FORBIDDEN'))
      } catch (reason) {
        if (!end.signal.aborted) setAnswer(ParleyError.from(reason))
      }
    }
    void check()
    return () => end.abort()
  }, [parley, accountId, turn])
  const value = useMemo(() => {
    const error = answer instanceof ParleyError ? answer : null
    const administrator = answer && !(answer instanceof ParleyError) && answer.id === accountId ? answer : null
    return { administrator, error, checkAgain }
  }, [answer, accountId, checkAgain])
  return <AccountCheckContext value={value}>{children}</AccountCheckContext>
}
