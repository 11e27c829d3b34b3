import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Character as CharacterRow } from '../../src/characters/character.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { Visibility } from '../enums.js'
import { InputRule } from '../input-rule.js'
import { Node } from '../node.js'
import { keyDescription, rules } from '../rules.js'
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'

@ObjectType({
  description:
    'The texts of a character as they are stored, with `{{char}}` and `{{user}}`. Send these back in `updateCharacter`.',
  simpleResolvers: true,
})
export class CharacterSource {
  @LongText()
  @Field(() => String, { nullable: true })
  greeting!: string | null

  @LongText()
  @Field(() => String, { nullable: true })
  context!: string | null

  @LongText()
  @Field(() => String, { nullable: true })
  description!: string | null

  @LongText()
  @Field(() => String, { nullable: true })
  exampleDialogues!: string | null
}

@ObjectType({
  implements: Node,
  description:
    'A persona that a model plays. Its texts may contain `{{char}}` and `{{user}}`: they are returned with the name of the character and the username of the caller (`User` without a token) in their place, in any case. A text grows by at most 65,535 UTF-16 code units; placeholders beyond that stay.',
  simpleResolvers: true,
})
export class Character implements Omit<CharacterRow, 'nameKey' | 'tagKeys'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  name!: string

  @LongText()
  @Field(() => String, { nullable: true, description: 'The first message of the character.' })
  greeting!: string | null

  @LongText()
  @Field(() => String, {
    nullable: true,
    description: 'Personality and background of the character. It is part of the prompt that the model receives.',
  })
  context!: string | null

  @LongText()
  @Field(() => String, {
    nullable: true,
    description: 'What people read when they choose a character. It is not part of the prompt.',
  })
  description!: string | null

  @LongText()
  @Field(() => String, {
    nullable: true,
    description:
      'Dialogues that show how the character speaks. The prompt contains the first 50 exchanges before the conversation, or fewer when the context of the model is small.',
  })
  exampleDialogues!: string | null

  @Field(() => [String])
  readonly tags!: readonly string[]

  // on the wire: imageUrl, which the resolver derives from both
  imageUrl!: string | null
  imageId!: string | null

  // on the wire: visibility
  isPublic!: boolean

  @Field(() => Boolean, {
    description: 'Whether an administrator has made it private with `setVisibility`: then its owner cannot publish it.',
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

const detailsRule = {
  greeting: rules.characterText.nullish(),
  context: rules.characterText.nullish(),
  description: rules.characterText.nullish(),
  exampleDialogues: rules.characterText.nullish(),
  tags: rules.tags.nullish(),
  imageId: rules.imageId.nullish(),
  imageUrl: rules.imageUrl.nullish(),
  visibility: z.enum(Visibility).nullish(),
}

@InputType()
abstract class CharacterDetails {
  @Field(() => String, { nullable: true, description: 'At most 65,535 characters.' })
  greeting?: string | null

  @Field(() => String, { nullable: true, description: 'At most 65,535 characters.' })
  context?: string | null

  @Field(() => String, { nullable: true, description: 'At most 65,535 characters.' })
  description?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'At most 65,535 characters. `<START>` begins a dialogue; a line that begins with `{{user}}:` or `{{char}}:` begins a speech.',
  })
  exampleDialogues?: string | null

  @Field(() => [String], {
    nullable: true,
    description:
      'At most 64 tags of 1 to 64 characters on one line. Outer and repeated spaces are removed, and tags that repeat another one in any case. Null means none.',
  })
  tags?: string[] | null

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of an image that the caller has uploaded by `POST /images`. It takes precedence over `imageUrl`.',
  })
  imageId?: string | null
}

@InputRule(
  z.object({
    name: rules.characterName,
    ...detailsRule,
    idempotencyKey: rules.idempotencyKey.nullish(),
  }),
)
@InputType()
export class CharacterInput extends CharacterDetails {
  @Field(() => String, { description: '1 to 100 characters.' })
  name!: string

  @Field(() => String, {
    nullable: true,
    description: 'An http or https URL of at most 500 characters. An empty text means no picture.',
  })
  imageUrl?: string | null

  @Field(() => Visibility, { nullable: true, description: 'Default: PUBLIC.' })
  visibility?: Visibility | null

  @Field(() => String, { nullable: true, description: keyDescription })
  idempotencyKey?: string | null
}

export const CreateCharacterPayload = payloadType('CreateCharacterPayload', { character: () => Character })

@InputRule(
  z.object({
    name: rules.characterName.optional(),
    ...detailsRule,
  }),
)
@InputType({
  description:
    'Changes to a character. An absent field keeps its value; null clears it unless the field says otherwise.',
})
export class UpdateCharacterInput extends CharacterDetails {
  @Field(() => String, { nullable: true, description: '1 to 100 characters. Null is refused.' })
  name?: string

  @Field(() => String, {
    nullable: true,
    description:
      'An http or https URL of at most 500 characters. Null or an empty text removes the picture, including an uploaded one.',
  })
  imageUrl?: string | null

  @Field(() => Visibility, {
    nullable: true,
    description:
      'Null keeps the value. A character that an administrator made private can be made public by administrators only.',
  })
  visibility?: Visibility | null
}

export const UpdateCharacterPayload = payloadType('UpdateCharacterPayload', { character: () => Character })
export const SetVisibilityPayload = payloadType('SetVisibilityPayload', { character: () => Character })
