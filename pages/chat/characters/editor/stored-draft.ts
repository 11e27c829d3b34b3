import { tabStorage } from '../../../ui/storage/browser-storage.js'
import { isSameDraft } from './character-draft.js'
import type { CharacterDraft } from './character-draft.js'

/** The unsaved texts of a character, which the tab keeps for its account: a session can end while they are written. */
export function storedDraft(accountId: string, characterId = 'new') {
  const key = `parley-character-draft-${accountId}-${characterId}`
  return {
    /** The stored draft, or the initial one where nothing is stored. */
    read: (initial: CharacterDraft): CharacterDraft => {
      const stored = tabStorage.read(key)
      return stored === null ? initial : { ...initial, ...(JSON.parse(stored) as Partial<CharacterDraft>) }
    },
    write: (draft: CharacterDraft, initial: CharacterDraft): void => {
      // an uploaded picture could not be shown again
      const { picture: _, ...texts } = draft
      tabStorage.write(key, isSameDraft({ ...texts, picture: initial.picture }, initial) ? null : JSON.stringify(texts))
    },
    remove: (): void => tabStorage.write(key, null),
  }
}
