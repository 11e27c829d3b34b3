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

/** The answer to an imported file, in part. */
export interface ImportedCard {
  readonly id: number
  readonly name: string
  readonly notices: readonly {
    readonly code: 'NOT_PLAYED' | 'READ_AS' | 'CHOSEN' | 'LEFT_OUT'
    /** Such as `MANY_TAGS`: a client can have words of its own for it. */
    readonly reason: string
    readonly field: string
    readonly detail: string | null
    /** In English. */
    readonly message: string
  }[]
}

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
    /** The greeting of a room before `startRoom` or `createRoom` creates it with this UUID; null without one. */
    roomGreeting: async (
      characterId: string,
      {
        signal,
        ...room
      }: CallOptions & { readonly roomId: string; readonly greetingIndex?: number; readonly guestName?: string },
    ) => {
      const { character } = await client.request(operations.roomGreeting, { characterId, ...room }, { signal })
      return character?.roomGreeting ?? null
    },
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
    /** Creates a character from a file with a card of at most 32 MiB, and reports what of the card is not played. */
    importCardFile: (
      card: Blob,
      { isPublic = true, idempotencyKey = newKey() }: { isPublic?: boolean; idempotencyKey?: string } = {},
      options: CallOptions = {},
    ) => {
      const form = new FormData()
      form.append('card', card)
      form.append('accessLevel', String(isPublic))
      const sending = { ...options, timeoutMs: 120_000 }
      return client.upload<ImportedCard>('/api/characters/cards', form, idempotencyKey, sending)
    },
    /** A file with the card of a character and its assets; null without one of this form. */
    cardFile: (id: string, format: 'png' | 'charx', options: CallOptions = {}) =>
      client.file(`/api/characters/${id}/card?format=${format}`, options),
    /** The card of a character, as JSON and, where it has a picture, as a PNG in base64. */
    exportCard: async (id: string, options: CallOptions = {}) =>
      (await client.request(operations.characterCard, { id }, options)).characterCard,
  }
}
