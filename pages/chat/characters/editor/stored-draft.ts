import { tabStorage } from '../../../ui/storage/browser-storage.js'
import { isSameDraft, type CharacterDraft } from './character-draft.js'

/** The unsaved fields of a character, which the tab keeps for its account: a session can end while they are written. */
export function storedDraft(accountId: string, characterId = 'new') {
  const key = `parley-character-draft-${accountId}-${characterId}`
  return {
    /** The stored draft, or the initial one where nothing is stored. */
    read: (initial: CharacterDraft): CharacterDraft => {
      const stored = tabStorage.read(key)
      return stored === null ? initial : { ...initial, ...(JSON.parse(stored) as Partial<CharacterDraft>) }
    },
    write: (draft: CharacterDraft, initial: CharacterDraft): void => {
      tabStorage.write(key, isSameDraft(draft, initial) ? null : JSON.stringify(draft))
    },
    remove: (): void => tabStorage.write(key, null),
  }
}
