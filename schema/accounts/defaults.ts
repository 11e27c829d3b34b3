import { Field, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { User as UserRow } from '../../src/users/user.js'
import { PageLanguage, PageTheme } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'
import { rules } from '../rules.js'
import { Account } from './account.js'

const instructions = 'The instructions of a new room, at most 8,000 characters.'
const model = 'The model of a new room, by its name.'

@ObjectType({ description: 'What an account has chosen for its new rooms and for the pages, in every browser.' })
export class AccountDefaults {
  @LongText()
  @Field(() => String, { nullable: true, description: `${instructions} Rooms that an API key creates have none.` })
  readonly instructions: string | null

  @Field(() => String, {
    nullable: true,
    description: `${model} While the operator does not offer it or the membership does not include it, the default of the server replies. Rooms that an API key creates have none.`,
  })
  readonly model: string | null

  @Field(() => PageLanguage, { nullable: true, description: 'Null: that of each browser.' })
  readonly language: PageLanguage | null

  @Field(() => PageTheme, { nullable: true, description: 'Null: that of each browser.' })
  readonly theme: PageTheme | null

  @Field(() => String, {
    nullable: true,
    description: 'The IANA time zone of the dates that the assistant reads, such as `Europe/Berlin`.',
  })
  readonly timeZone: string | null

  constructor(row: Pick<UserRow, 'defaultInstructions' | 'defaultModel' | 'language' | 'theme' | 'timeZone'>) {
    this.instructions = row.defaultInstructions
    this.model = row.defaultModel
    this.language = row.language
    this.theme = row.theme
    this.timeZone = row.timeZone
  }
}

export const UpdateDefaultsInput = inputType(
  'UpdateDefaultsInput',
  z.object({
    instructions: rules.roomInstructions.nullish().describe(instructions),
    model: z.string().nullish().describe(`${model} One of \`models\` that the operator has configured.`),
    language: z.enum(PageLanguage).nullish().describe('The language of the pages.'),
    theme: z.enum(PageTheme).nullish().describe('The colours of the pages.'),
    timeZone: rules.timeZone
      .nullish()
      .describe('The IANA time zone of the dates that the assistant reads, in any case, such as `Europe/Berlin`.'),
  }),
  { description: 'Changes to the defaults of an account. An absent field keeps its value; null removes it.' },
)
export type UpdateDefaultsInput = InputOf<typeof UpdateDefaultsInput>

export const UpdateDefaultsPayload = payloadType('UpdateDefaultsPayload', { account: () => Account })
