import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ParleyError } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'
import { administrator as question } from '../operations.generated.js'
import { AccountCheckContext, type AccountCheck } from './administrator.js'

interface Answer extends Omit<AccountCheck, 'checkAgain'> {
  /** The account that it is about. */
  readonly accountId: string | null
}

const none: Answer = { accountId: null, administrator: null, error: null }
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
  const [latest, setLatest] = useState(none)
  // an answer of the account before this one is ignored
  const answer = latest.accountId === accountId ? latest : none
  const [turn, setTurn] = useState(0)
  const checkAgain = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    // the answer of an earlier session
    if (accountId === null) return setLatest(none)
    const end = new AbortController()
    const check = async () => {
      try {
        // beside the chat page the server answers `me` for any account, but settings for administrators alone
        const { me } = await parley.request(question, {}, { signal: end.signal })
        if (end.signal.aborted) return
        setLatest({ accountId, administrator: me, error: me ? null : new ParleyError('FORBIDDEN') })
      } catch (reason) {
        if (end.signal.aborted) return
        const error = ParleyError.from(reason)
        setLatest((before) => {
          const keepsAnswer = before.accountId === accountId && error.code !== 'FORBIDDEN'
          return { accountId, administrator: keepsAnswer ? before.administrator : null, error }
        })
      }
    }
    void check()
    return () => end.abort()
  }, [parley, accountId, turn])
  const { administrator, error } = answer
  useEffect(() => {
    if (!error || !isTemporary(error)) return
    const timer = setTimeout(checkAgain, error.retryAfterMs ?? againAfterMs)
    return () => clearTimeout(timer)
  }, [error, checkAgain])
  const value = useMemo(() => ({ administrator, error, checkAgain }), [administrator, error, checkAgain])
  return <AccountCheckContext value={value}>{children}</AccountCheckContext>
}
