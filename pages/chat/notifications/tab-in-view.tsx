import { useEffect, useEffectEvent, useState } from 'react'
import { useRooms } from '@parley/client/react'
import { latePart } from '../shell/late-part.js'
import { storageKey } from '../../ui/storage/browser-storage.js'

const ReplyAlerts = latePart(({ ReplyAlerts }) => ReplyAlerts, null, true)

/** The name of a lock that each tab of this server in view holds. */
export const inView = storageKey('parley-in-view')

/** Lets other tabs know that this one is in view. Once it was out of sight, it says which replies have ended meanwhile. */
export function TabInView() {
  const [{ rooms }] = useRooms({ archived: false })
  // as the rooms were when the person first looked away
  const [before, setBefore] = useState<typeof rooms>()
  const hidden = useEffectEvent(() => setBefore((first) => first ?? rooms))
  useEffect(() => {
    const end = new AbortController()
    const look = () => {
      if (document.hidden) return hidden()
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
  return before ? <ReplyAlerts before={before} /> : null
}
