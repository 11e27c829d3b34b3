import { rowId, rowIds } from '@parley/statements'
import type { UserCaller } from '../users/caller.js'

export const characterStart = 'character/'
const everyCharacter = 'character/*'

type Keyed = Pick<UserCaller, 'key'>

/** Whether the key of the caller may use a model, by its name at `/v1`. The membership is not considered. */
export function allowsModel({ key }: Keyed, name: string): boolean {
  const models = key?.models
  if (!models || models.includes(name)) return true
  return name.startsWith(characterStart) && models.includes(everyCharacter)
}

/**
 * Whether the key of the caller may use a model in a room: as at `/v1`, where a character answers with `local`. `name` is the name
 * of the model at `/v1`.
 */
export function allowsInRoom(caller: Keyed, { characterId }: { readonly characterId: number | null }, name: string) {
  if (characterId === null) return allowsModel(caller, name)
  return allowsModel(caller, characterStart + String(characterId)) && (name === 'local' || allowsModel(caller, name))
}

/** The ids of the only characters that the key of the caller may use; undefined for every character. */
export function allowedCharacters({ key }: Keyed): readonly number[] | undefined {
  const models = key?.models
  if (!models || models.includes(everyCharacter)) return undefined
  return rowIds(models.map(characterIdOf))
}

/** Whether a list of a key may have this entry. A character need not exist. */
export function canBeAllowed(name: string, models: readonly string[]): boolean {
  return models.includes(name) || name === everyCharacter || rowId(characterIdOf(name)) !== undefined
}

/** Empty for the name of another model. */
function characterIdOf(name: string): string {
  return name.startsWith(characterStart) ? name.slice(characterStart.length) : ''
}
