import { useEffect, useState } from 'react'
import { lazyPart } from '../../ui/feedback/lazy-screen.js'
import { storageKey } from '../../ui/storage/browser-storage.js'

const ReplyAlerts = lazyPart(async () => (await import('../shell/late.js')).ReplyAlerts, null, true)

/** The name of a lock that each tab of this server in view holds. */
export const inView = storageKey('parley-in-view')

/** Lets other tabs know that this one is in view. Once it was out of sight, it says which replies have ended meanwhile. */
export function TabInView() {
  const [wasHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const end = new AbortController()
    const look = () => {
      if (document.hidden) return setHidden(true)
      const until = new Promise((resolve) => {
        document.addEventListener('visibilitychange', resolve, { once: true })
        end.signal.addEventListener('abort', resolve)
      })
      // missing without HTTPS
      void (navigator.locks as LockManager | undefined)?.request(inView, { mode: 'shared' }, () => until)
    }
    look()
    document.addEventListener('visibilitychange', look, { signal: end.signal })
    return () => end.abort()
  }, [])
  return wasHidden ? <ReplyAlerts /> : null
}
