import { Field, ID, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { mapValues } from '@parley/runtime'
import {
  type Character as CharacterRow,
  type CharacterNotes,
  characterRules,
  type CharacterTextName,
  characterTexts,
  type DepthNote as DepthNoteRow,
} from '../../src/characters/character.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { LoreRole } from './lorebook.js'
import { Visibility } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { Node } from '../node.js'
import { keyDescription, rules } from '../rules.js'
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'

@ObjectType({ description: 'A text of the author among the messages of a conversation.', simpleResolvers: true })
export class DepthNote implements DepthNoteRow {
  @LongText()
  @Field(() => String)
  readonly text!: string

  @Field(() => Int, { description: 'How many messages follow it.' })
  readonly depth!: number

  @Field(() => LoreRole, { description: 'Whose message it is.' })
  readonly role!: DepthNoteRow['role']
}

@ObjectType({
  description:
    'The texts of a character as they are stored, with placeholders such as `{{char}}` and `{{user}}`, and what only the model reads. Send these back in `updateCharacter`.',
  simpleResolvers: true,
})
export class CharacterSource {}

@ObjectType({
  implements: Node,
  description:
    'A persona that a model plays. Its texts may contain placeholders. `{{char}}` and `{{user}}` are returned as the nickname or name of the character and the username of the caller (`User` without a token), in any case; comments are left out, and choices, dice and times stay, since a room decides them. A text grows by at most 65,535 UTF-16 code units; placeholders beyond that stay.',
  simpleResolvers: true,
})
export class Character implements Omit<
  CharacterRow,
  'nameKey' | 'tagKeys' | 'hiddenReason' | CharacterTextName | keyof CharacterNotes
> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  name!: string

  @Field(() => String, {
    nullable: true,
    description: 'Replaces `{{char}}` in texts, and is the name that the model reads. The chat page shows `name`.',
  })
  nickname!: string | null

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

const depthNote = z.object({
  text: characterRules.note.describe('At most 65,535 characters.'),
  depth: characterRules.depth.default(4).describe('How many messages follow it, at least 0.'),
  role: z.enum(LoreRole).default('SYSTEM').describe('Whose message it is.'),
})

export const DepthNoteInput = inputType('DepthNoteInput', depthNote, { types: { depth: () => Int } })

const details = {
  ...mapValues(characterTexts, ({ rule, form }) => rule.nullish().describe(form)),
  nickname: characterRules.nickname
    .nullish()
    .describe(
      'At most 100 characters. Replaces `{{char}}` in texts, and is the name that the model reads in place of `name`.',
    ),
  alternateGreetings: characterRules.alternateGreetings
    .nullish()
    .describe(
      'At most 100 greetings that a room can begin with in place of `greeting`, of 1 to 65,535 characters. Null means none.',
    ),
  systemPrompt: characterRules.note
    .nullish()
    .describe(
      'At most 65,535 characters. The system text of every reply, in place of that of the service, for which `{{original}}` stands.',
    ),
  postHistoryInstructions: characterRules.note
    .nullish()
    .describe('At most 65,535 characters. Instructions that a model reads behind the last message.'),
  depthNote: depthNote
    .nullish()
    .describe('A text that a model reads among the messages. It is left out before the newest four exchanges are.'),
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
const types = { imageId: () => ID, depthNote: () => DepthNoteInput }

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
