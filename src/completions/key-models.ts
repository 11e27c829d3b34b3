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
