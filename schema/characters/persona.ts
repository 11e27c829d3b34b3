import { Field, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { type Persona as PersonaRow, personaOutcomes, personaRules } from '../../src/personas/persona.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { enumType } from '../enum-type.js'
import { type InputOf, inputType } from '../input-type.js'
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'
import { Room } from '../rooms/room.js'
import { keyDescription, rules } from '../rules.js'

export const PersonaOutcome = enumType('PersonaOutcome', personaOutcomes, {
  description: 'What became of the description of a persona. The prompt has the name with each of them.',
  values: {
    USED: 'It is in the prompt.',
    OVER_BUDGET: 'It has more tokens than a quarter of the context.',
    OVER_CONTEXT: 'The context of the model had no room for it beside the newest exchanges.',
  },
})

@ObjectType({
  description: 'Who a person is in its rooms. Only the account that has it reads it.',
})
export class Persona implements Omit<PersonaRow, 'ownerId'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String, { description: 'What `{{user}}` stands for where it is used.' })
  readonly name!: string

  @LongText()
  @Field(() => String, {
    description: 'Who the person is, for the model: the prompt has it, with names for `{{char}}` and `{{user}}`.',
  })
  readonly description!: string

  // on the wire: imageUrl
  readonly imageId!: string | null

  @Field(() => Boolean, {
    description: 'Whether it is used in each room with a character that has no persona of its own.',
  })
  readonly isDefault!: boolean

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime)
  readonly updatedAt!: number
}

export const PersonaConnection = connectionOf('Persona', () => Persona)

@ObjectType({ description: 'The persona of a prompt.' })
export class PersonaUse {
  // on the wire: persona
  readonly personaId!: number

  @Field(() => PersonaOutcome)
  readonly outcome!: (typeof personaOutcomes)[number]
}

const description = personaRules.description
const imageId = rules.imageId.nullish()

export const CreatePersonaInput = inputType(
  'CreatePersonaInput',
  z.object({
    name: personaRules.name.describe('1 to 100 characters on one line, without `{{`, `}}` and outer spaces.'),
    description: description.nullish().describe('At most 4,000 characters. Null means none.'),
    imageId: imageId.describe('The id of an image that the caller has uploaded by `POST /images`.'),
    idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
  }),
  { types: { imageId: () => ID } },
)
export type CreatePersonaInput = InputOf<typeof CreatePersonaInput>

export const UpdatePersonaInput = inputType(
  'UpdatePersonaInput',
  z.object({
    name: personaRules.name
      .optional()
      .describe('1 to 100 characters on one line, without `{{`, `}}` and outer spaces. Null is refused.'),
    description: description.nullish().describe('At most 4,000 characters. Null means none.'),
    imageId: imageId.describe('The id of an uploaded image of the caller. Null removes the picture.'),
  }),
  { types: { imageId: () => ID }, description: 'Changes to a persona. An absent field keeps its value.' },
)
export type UpdatePersonaInput = InputOf<typeof UpdatePersonaInput>

export const CreatePersonaPayload = payloadType('CreatePersonaPayload', { persona: () => Persona })
export const UpdatePersonaPayload = payloadType('UpdatePersonaPayload', { persona: () => Persona })
export const DeletePersonaPayload = payloadType('DeletePersonaPayload', { deletedPersonaId: () => ID })
export const SetRoomPersonaPayload = payloadType('SetRoomPersonaPayload', { room: () => Room })

@ObjectType()
export class SetDefaultPersonaPayload {
  @Field(() => Persona, { nullable: true, description: 'The default persona now; null without one.' })
  readonly persona!: Persona | null
}
