import { Field, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { mapValues } from '@parley/runtime'
import {
  type Character as CharacterRow,
  characterRules,
  type CharacterTextName,
  characterTexts,
} from '../../src/characters/character.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { Visibility } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { Node } from '../node.js'
import { keyDescription, rules } from '../rules.js'
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'

@ObjectType({
  description:
    'The texts of a character as they are stored, with `{{char}}` and `{{user}}`. Send these back in `updateCharacter`.',
  simpleResolvers: true,
})
export class CharacterSource {}

@ObjectType({
  implements: Node,
  description:
    'A persona that a model plays. Its texts may contain `{{char}}` and `{{user}}`: they are returned with the name of the character and the username of the caller (`User` without a token) in their place, in any case. A text grows by at most 65,535 UTF-16 code units; placeholders beyond that stay.',
  simpleResolvers: true,
})
export class Character implements Omit<CharacterRow, 'nameKey' | 'tagKeys' | 'hiddenReason' | CharacterTextName> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  name!: string

  @Field(() => [String])
  readonly tags!: readonly string[]

  // on the wire: imageUrl, which the resolver derives from both
  imageUrl!: string | null
  imageId!: string | null

  // on the wire: visibility
  isPublic!: boolean

  @Field(() => Boolean, {
    description:
      'Whether an administrator has made it private with `hideCharacter` or `setVisibility`: then its owner cannot publish it.',
  })
  readonly hiddenByAdmin!: boolean

  @Field(() => ID, { nullable: true })
  readonly ownerId!: number | null

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime)
  updatedAt!: number
}

export const CharacterConnection = connectionOf('Character', () => Character)

for (const [name, { meaning }] of Object.entries(characterTexts)) {
  Field(() => String, { nullable: true, description: meaning })(Character.prototype, name)
  Field(() => String, { nullable: true })(CharacterSource.prototype, name)
  for (const type of [Character, CharacterSource]) LongText()(type.prototype, name)
}

const details = {
  ...mapValues(characterTexts, ({ rule, form }) => rule.nullish().describe(form)),
  tags: characterRules.tags
    .nullish()
    .describe(
      'At most 64 tags of 1 to 64 characters on one line. Outer and repeated spaces are removed, and tags that repeat another one in any case. Null means none.',
    ),
  imageId: rules.imageId
    .nullish()
    .describe(
      'The id of an image that the caller has uploaded by `POST /images`. It takes precedence over `imageUrl`.',
    ),
}
const types = { imageId: () => ID }

export const CharacterInput = inputType(
  'CharacterInput',
  z.object({
    name: characterRules.name.describe('1 to 100 characters.'),
    ...details,
    imageUrl: rules.imageUrl
      .nullish()
      .describe('An http or https URL of at most 500 characters. An empty text means no picture.'),
    visibility: z.enum(Visibility).nullish().describe('Default: PUBLIC.'),
    idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
  }),
  { types },
)
export type CharacterInput = InputOf<typeof CharacterInput>

export const UpdateCharacterInput = inputType(
  'UpdateCharacterInput',
  z.object({
    name: characterRules.name.optional().describe('1 to 100 characters. Null is refused.'),
    ...details,
    imageUrl: rules.imageUrl
      .nullish()
      .describe(
        'An http or https URL of at most 500 characters. Null or an empty text removes the picture, including an uploaded one.',
      ),
    visibility: z
      .enum(Visibility)
      .nullish()
      .describe(
        'Null keeps the value. A character that an administrator made private can be made public by administrators only.',
      ),
  }),
  {
    types,
    description:
      'Changes to a character. An absent field keeps its value; null clears it unless the field says otherwise.',
  },
)
export type UpdateCharacterInput = InputOf<typeof UpdateCharacterInput>

export const HideCharacterInput = inputType(
  'HideCharacterInput',
  z.object({ id: z.string(), reason: rules.hiddenReason.describe('1 to 500 characters, which the owner reads.') }),
  { types: { id: () => ID } },
)
export type HideCharacterInput = InputOf<typeof HideCharacterInput>

export const HideCharacterPayload = payloadType('HideCharacterPayload', { character: () => Character })
export const RestoreCharacterPayload = payloadType('RestoreCharacterPayload', { character: () => Character })
export const CreateCharacterPayload = payloadType('CreateCharacterPayload', { character: () => Character })

export const UpdateCharacterPayload = payloadType('UpdateCharacterPayload', { character: () => Character })
export const SetVisibilityPayload = payloadType('SetVisibilityPayload', { character: () => Character })
