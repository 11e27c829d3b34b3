import { Field, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { CharacterCard as Card } from '../../src/characters/cards/cards.js'
import { Visibility } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { LongText } from '../long-text.js'
import { keyDescription, rules } from '../rules.js'
import { payloadType } from '../payload-type.js'
import { Character } from './character.js'

export const ImportCharacterInput = inputType(
  'ImportCharacterInput',
  z.object({
    card: rules.card.describe(
      'A character card of version 1, 2 or 3: its JSON, or a JSON or PNG file in base64, within the 1 MiB of a request. A PNG becomes the picture of the character. A card that breaks a rule of the fields of a character is refused; `message` has the reason.',
    ),
    visibility: z.enum(Visibility).nullish().describe('Default: PUBLIC.'),
    idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
  }),
)
export type ImportCharacterInput = InputOf<typeof ImportCharacterInput>

export const ImportCharacterPayload = payloadType('ImportCharacterPayload', { character: () => Character })

@ObjectType({
  description:
    'A character as a card of version 2, with placeholders and the fields of the imported card that a character does not have.',
})
export class CharacterCard implements Card {
  @LongText()
  @Field(() => String)
  readonly json!: string

  // on the wire: png
  readonly imageId!: string | null
}
