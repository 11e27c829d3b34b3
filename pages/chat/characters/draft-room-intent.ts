import { tabStorage } from '../../ui/storage/browser-storage.js'

/** The draft of a room that a guest wanted to open before the sign-in. */
interface DraftRoomIntent {
  readonly name: string
  /** The route that the guest returns to. */
  readonly path: string
}

/** In the storage of the tab and not in the address, so that no link from elsewhere can create characters. */
const key = 'parley-intent'

export function draftRoomIntent(): DraftRoomIntent | null {
  const stored = tabStorage.read(key)
  return stored === null ? null : (JSON.parse(stored) as DraftRoomIntent)
}

export const storeDraftRoomIntent = (intent: DraftRoomIntent): void => tabStorage.write(key, JSON.stringify(intent))

export const forgetDraftRoomIntent = (): void => tabStorage.write(key, null)

/** Forgets the intent of a guest who has left the sign-in for another route. */
export function forgetDraftRoomIntentOutside(path: string): void {
  if (draftRoomIntent()?.path !== path) forgetDraftRoomIntent()
}
