import { Field, ObjectType } from 'type-graphql'
import { z } from 'zod'
import {
  cardNoticeCodes,
  cardNoticeReasons,
  type CardNotice as Notice,
  describedReason,
} from '../../src/characters/cards/card-notice.js'
import type { CharacterCard as Card } from '../../src/characters/cards/cards.js'
import { enumType } from '../enum-type.js'
import { Visibility } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { LongText } from '../long-text.js'
import { keyDescription, rules } from '../rules.js'
import { Character } from './character.js'

export const ImportCharacterInput = inputType(
  'ImportCharacterInput',
  z.object({
    card: rules.card.describe(
      'A character card of version 1, 2 or 3, or of an older form: its JSON, or a JSON, PNG, WebP or charx file in base64, within the 1 MiB of a request. Its picture becomes that of the character. A card that breaks a rule of the fields of a character is refused; `message` has the reason.',
    ),
    visibility: z.enum(Visibility).nullish().describe('Default: PUBLIC.'),
    idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
  }),
)
export type ImportCharacterInput = InputOf<typeof ImportCharacterInput>

export const CardNoticeCode = enumType('CardNoticeCode', cardNoticeCodes, {
  description: 'What a notice of an import is about.',
  values: {
    NOT_PLAYED: 'The field is kept, without an effect on the character.',
    READ_AS: 'A fault, or an older form, was read as it is meant.',
    CHOSEN: 'The file has several cards, of which one was read.',
    LEFT_OUT: 'It is neither used nor kept.',
  },
})

export const CardNoticeReason = enumType('CardNoticeReason', cardNoticeReasons, {
  description: 'Why a card has a notice. More can be added.',
  values: Object.fromEntries(cardNoticeReasons.map((reason) => [reason, describedReason(reason)])),
})

@ObjectType({ description: 'What a person should know of an imported card.' })
export class CardNotice implements Notice {
  @Field(() => CardNoticeCode)
  readonly code!: Notice['code']

  @Field(() => CardNoticeReason)
  readonly reason!: Notice['reason']

  @Field(() => String, { description: 'A field of the card, such as `character_book`, or a part of its file.' })
  readonly field!: string

  @LongText()
  @Field(() => String, {
    nullable: true,
    description:
      'The value that `message` contains: a number, a name or a list, formatted in English. Null if the reason has none.',
  })
  readonly detail!: string | null

  @LongText()
  @Field(() => String, { description: 'In English. Clients have words of their own for each `reason`.' })
  readonly message!: string
}

@ObjectType()
export class ImportCharacterPayload {
  @Field(() => Character)
  readonly character!: Character

  // on the wire: with a cost
  readonly notices!: readonly CardNotice[]
}

@ObjectType({
  description:
    'A character as a card, with placeholders: as it was imported, with what was changed since, else of version 2.',
})
export class CharacterCard implements Card {
  @LongText()
  @Field(() => String)
  readonly json!: string

  // on the wire: png
  readonly imageId!: string | null
  readonly kept!: Card['kept']
}
