import { Field, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { mapValues } from '@parley/runtime'
import type { CharacterCost as Cost } from '../../src/characters/character-costs.js'
import { characterRules, characterTexts } from '../../src/characters/character.js'
import { limits } from '../../src/limits.js'
import { text } from '../../src/text-rules.js'
import { type InputOf, inputType } from '../input-type.js'

@ObjectType({ description: 'The tokens of one text of a character.', simpleResolvers: true })
export class CharacterCostPart {
  @Field(() => String, { description: '`name`, `greeting`, `context`, `exampleDialogues`, `systemPrompt` or `notes`.' })
  readonly field!: string

  @Field(() => Int)
  readonly tokens!: number
}

@ObjectType({
  description:
    'What the texts of a character cost in the prompt of a reply, in tokens, without the words that the service adds.',
  simpleResolvers: true,
})
export class CharacterCost implements Cost {
  @Field(() => Int, { description: 'Of all texts: the prompts at the beginning of a conversation.' })
  readonly tokens!: number

  @Field(() => Int, {
    description: 'Of what every prompt has: all but the greeting and the examples, which leave long conversations.',
  })
  readonly permanentTokens!: number

  @Field(() => [CharacterCostPart])
  readonly parts!: Cost['parts']

  @Field(() => Boolean, {
    description:
      'True if the tokens are estimated from the length of the texts; false if the loaded model has counted them.',
  })
  readonly isEstimate!: boolean
}

const { description: _, ...promptTexts } = characterTexts
const note = characterRules.note.nullish().describe('At most 65,535 characters.')

export const CharacterCostInput = inputType(
  'CharacterCostInput',
  z.object({
    name: text(0, limits.characterNameLength).nullish().describe('At most 100 characters.'),
    ...mapValues(promptTexts, ({ rule, form }) => rule.nullish().describe(form)),
    systemPrompt: note,
    postHistoryInstructions: note,
    depthNote: note.describe('The text of the note. At most 65,535 characters.'),
  }),
  { description: 'The texts of a character as an editor has them. Nothing is stored.' },
)
export type CharacterCostInput = InputOf<typeof CharacterCostInput>
