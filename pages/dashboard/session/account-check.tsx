import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { ParleyError } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'
import { administrator as question } from '../operations.generated.js'
import { AccountCheckContext } from './administrator.js'
import type { AccountCheck } from './administrator.js'

type Answer = Omit<AccountCheck, 'checkAgain'>

const none: Answer = { administrator: null, error: null }
const againAfterMs = 5_000

/** A fault that ends by itself. */
const isTemporary = ({ code }: ParleyError) => code === 'NETWORK' || code === 'UNAVAILABLE' || code === 'RATE_LIMITED'

/**
 * Asks whether the account of the session is an administrator, at its beginning and on request. After a fault the earlier
 * answer applies.
 */
export function AccountCheckProvider({ children }: { readonly children: ReactNode }) {
  const parley = useParley()
  const { accountId } = useSession()
  const [answer, setAnswer] = useState(none)
  const [turn, setTurn] = useState(0)
  const checkAgain = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    // the answer of an earlier session
    if (accountId === null) return setAnswer(none)
    const end = new AbortController()
    const check = async () => {
      try {
        const { me } = await parley.request(question, {}, { signal: end.signal })
        if (end.signal.aborted) return
        setAnswer({ administrator: me, error: me ? null : new ParleyError('FORBIDDEN') })
      } catch (reason) {
        if (end.signal.aborted) return
        const error = ParleyError.from(reason)
        setAnswer((before) => ({ administrator: error.code === 'FORBIDDEN' ? null : before.administrator, error }))
      }
    }
    void check()
    return () => end.abort()
  }, [parley, accountId, turn])
  const { error } = answer
  useEffect(() => {
    if (!error || !isTemporary(error)) return
    const timer = setTimeout(checkAgain, error.retryAfterMs ?? againAfterMs)
    return () => clearTimeout(timer)
  }, [error, checkAgain])
  const value = useMemo(() => {
    const administrator = answer.administrator?.id === accountId ? answer.administrator : null
    return { administrator, error: answer.error, checkAgain }
  }, [answer, accountId, checkAgain])
  return <AccountCheckContext value={value}>{children}</AccountCheckContext>
}
