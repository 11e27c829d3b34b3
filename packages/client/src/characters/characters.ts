import type { CallOptions, Client } from '../client.js'
import { newKey } from '../idempotency-key.js'
import * as operations from '../operations.generated.js'
import type {
  CharacterFragment,
  CharacterInput,
  ImportCharacterInput,
  UpdateCharacterInput,
} from '../operations.generated.js'
import { CharacterList, type CharacterChanges, type CharacterFilter } from './character-list.js'

/** Characters, their likes and their cards. */
export function charactersOf(client: Client) {
  const changes: CharacterChanges = new Set()
  const changed = (id: string, character: CharacterFragment | null) => {
    for (const change of changes) change(id, character)
  }
  const put = (character: CharacterFragment) => {
    changed(character.id, character)
    return character
  }
  return {
    characters: (filter: CharacterFilter = {}) => new CharacterList(client, filter, changes),
    character: async (id: string, options: CallOptions = {}) =>
      (await client.request(operations.character, { id }, options)).character,
    createCharacter: async (input: CharacterInput, options: CallOptions = {}) => {
      const keyed = { idempotencyKey: newKey(), ...input }
      return (await client.request(operations.createCharacter, { input: keyed }, options)).createCharacter.character
    },
    updateCharacter: async (id: string, input: UpdateCharacterInput, options: CallOptions = {}) =>
      put((await client.request(operations.updateCharacter, { id, input }, options)).updateCharacter.character),
    deleteCharacter: async (id: string, options: CallOptions = {}) => {
      await client.request(operations.deleteCharacter, { id }, options)
      changed(id, null)
    },
    like: async (characterId: string, liked = true, options: CallOptions = {}) => {
      const repeatable = { ...options, isRepeatable: true }
      return put((await client.request(operations.setLike, { characterId, liked }, repeatable)).setLike.character)
    },
    /** Creates a character from a card: JSON, or a PNG in base64. */
    importCard: async (input: ImportCharacterInput, options: CallOptions = {}) => {
      const keyed = { idempotencyKey: newKey(), ...input }
      return (await client.request(operations.importCharacter, { input: keyed }, options)).importCharacter.character
    },
    /** The card of a character, as JSON and, where it has a picture, as a PNG in base64. */
    exportCard: async (id: string, options: CallOptions = {}) =>
      (await client.request(operations.characterCard, { id }, options)).characterCard,
  }
}
