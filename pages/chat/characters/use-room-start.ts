import { useEffect } from 'react'
import { useParley, useSession } from '@parley/client/react'
import type { Parley } from '@parley/client'
import { useAction } from '../../ui/forms/use-action.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'

/** In the storage of the tab and not in the address, so that no link from elsewhere can create rooms. */
const key = 'parley-start'

/** Creates a room and goes to it. A guest signs in first, and it goes on when they are back at this place. */
export function useRoomStart(intent: string, create: (parley: Parley) => Promise<{ readonly id: string }>) {
  const parley = useParley()
  const { path } = useRoute()
  const { status } = useSession()
  const action = useAction(async () => navigate(`/rooms/${(await create(parley)).id}`))
  const { run } = action
  useEffect(() => {
    if (sessionStorage.getItem(key) !== intent) return
    // a guest who comes back without an account has changed their mind
    sessionStorage.removeItem(key)
    if (status === 'signedIn') void run()
  }, [])
  const start = () => {
    if (status === 'signedIn') return void run()
    sessionStorage.setItem(key, intent)
    navigate(`/sign-in?next=${encodeURIComponent(path)}`)
  }
  return { start, isRunning: action.isRunning, error: action.error }
}
