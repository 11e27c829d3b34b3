import { mapValues } from '@parley/runtime'
import { z } from 'zod'
import { characterTexts, type Visibility } from '../../src/characters/character.js'
import type { CharacterAnswerFragment } from '../operations/operations.generated.js'
import { shapes } from '../rows/shapes.js'

/** A character as every endpoint answers it (contract: characters.2, characters.18, characters.21). */
export const characterShape = z
  .object({
    id: shapes.rowId,
    name: z.string(),
    ...mapValues(characterTexts, () => z.string().nullable()),
    tags: z.array(z.string()).readonly(),
    imageUrl: z.string().nullable(),
    accessLevel: z.boolean(),
    userId: shapes.rowId.nullable(),
    likeCount: shapes.count,
    createdAt: shapes.instant,
    updatedAt: shapes.instant,
  })
  .meta({ id: 'Character' })

export function characterBody(character: CharacterAnswerFragment): z.output<typeof characterShape> {
  const { id, ownerId, visibility, source, ...rest } = character
  // a client that sends back what it read must not replace the placeholders of its own character by names
  const texts = source ?? rest
  return {
    id: Number(id),
    name: rest.name,
    ...mapValues(characterTexts, (_, name) => texts[name]),
    tags: rest.tags,
    imageUrl: rest.imageUrl,
    accessLevel: visibility === 'PUBLIC',
    userId: ownerId === null ? null : Number(ownerId),
    likeCount: rest.likeCount,
    createdAt: rest.createdAt,
    updatedAt: rest.updatedAt,
  }
}

/** For 404: a private character of another account is answered like a missing one (contract: access.9). */
export const noSuchCharacter = 'The character does not exist, or the caller cannot see it.'

/** contract: characters.3 */
export const accessLevelNames = { accessLevel: ['access_level', 'accesslevel'] }

export function visibilityOf(accessLevel: boolean | undefined): { visibility?: Visibility } {
  if (accessLevel === undefined) return {}
  return { visibility: visibilityNamed(accessLevel) }
}

export function visibilityNamed(isPublic: boolean): Visibility {
  return isPublic ? 'PUBLIC' : 'PRIVATE'
}
