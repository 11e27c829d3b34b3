import { useEffect } from 'react'
import { useParley, useSession } from '@parley/client/react'
import type { Parley } from '@parley/client'
import { useAction } from '../../ui/forms/use-action.js'
import { useRetryKey } from '../../ui/forms/use-retry-key.js'
import { currentRoute, navigate, useRoute } from '../../ui/navigation/route.js'
import { accountPath } from '../account/account-path.js'
import { draftRoomIntent, forgetDraftRoomIntent, storeDraftRoomIntent } from './draft-room-intent.js'

/** Makes what the room needs, with an idempotency key for its mutations. Returns the character of the room, null for the assistant. */
type Prepare = (parley: Parley, idempotencyKey: string) => Promise<string | null>

/** Opens the draft of a room. A guest creates an account or signs in first, and goes there after the return to this route. */
export function useDraftRoom(name: string, prepare: Prepare) {
  const parley = useParley()
  const { path } = useRoute()
  const { status } = useSession()
  const retryKey = useRetryKey()
  const action = useAction(async () => {
    const from = currentRoute()
    const characterId = await prepare(parley, retryKey.of(name))
    retryKey.renew()
    // a person who has gone to another screen in the meantime stays there
    if (currentRoute() === from) navigate(characterId === null ? '/new' : `/new?character=${characterId}`)
  })
  const { run } = action
  useEffect(() => {
    if (draftRoomIntent()?.name !== name) return
    // a guest who comes back without an account has changed their mind
    forgetDraftRoomIntent()
    if (status === 'signedIn') void run()
  }, [])
  const open = () => {
    if (status === 'signedIn') return void run()
    storeDraftRoomIntent({ name, path })
    navigate(accountPath('sign-up', path, 'talk'))
  }
  return { open, isRunning: action.isRunning, error: action.error }
}
