import { tabStorage } from '../../ui/storage/browser-storage.js'

/** The room that a guest wanted to create before the sign-in. */
interface RoomIntent {
  readonly name: string
  /** The route that the guest returns to. */
  readonly path: string
}

/** In the storage of the tab and not in the address, so that no link from elsewhere can create characters. */
const key = 'parley-room-intent'

export function roomIntent(): RoomIntent | null {
  const stored = tabStorage.read(key)
  return stored === null ? null : (JSON.parse(stored) as RoomIntent)
}

export const storeRoomIntent = (intent: RoomIntent): void => tabStorage.write(key, JSON.stringify(intent))

export const forgetRoomIntent = (): void => tabStorage.write(key, null)

/** Forgets the intent of a guest who has left the sign-in for another route. */
export function keepRoomIntentAt(path: string): void {
  if (roomIntent()?.path !== path) forgetRoomIntent()
}
