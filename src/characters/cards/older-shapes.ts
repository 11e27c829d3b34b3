import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject } from '@parley/runtime'
import type { CardNotices } from './card-notice.js'

/** The placeholders of the first cards, as those of today. */
export const modern = (value: string) => value.replaceAll(/<bot>/gi, '{{char}}').replaceAll(/<user>/gi, '{{user}}')

/** A form of character without `spec`: what names it, and the names of its fields in a card. */
interface OlderShape {
  readonly program: string
  /** Only files of this form have one of these fields. */
  readonly marks: readonly string[]
  readonly names: Readonly<Record<string, string>>
}

/** The first one whose mark a file has is the form of the file. */
const shapes: readonly OlderShape[] = [
  {
    program: 'Pygmalion',
    marks: ['char_name', 'char_persona', 'char_greeting'],
    names: {
      char_name: 'name',
      char_persona: 'description',
      char_greeting: 'first_mes',
      world_scenario: 'scenario',
      example_dialogue: 'mes_example',
    },
  },
  {
    program: 'Agnai',
    marks: ['persona', 'sampleChat'],
    names: {
      // there it is what people read
      description: 'creator_notes',
      persona: 'description',
      greeting: 'first_mes',
      sampleChat: 'mes_example',
      systemPrompt: 'system_prompt',
      postHistoryInstructions: 'post_history_instructions',
      alternateGreetings: 'alternate_greetings',
      characterBook: 'character_book',
      characterVersion: 'character_version',
    },
  },
  {
    program: 'text-generation-webui',
    marks: ['context', 'greeting'],
    names: { context: 'description', greeting: 'first_mes', example_dialogue: 'mes_example' },
  },
]

/** Names that programs have for fields of a card, also beside those of version 1. */
const otherNames: ReadonlyMap<string, string> = new Map([
  // the description of Agnai is one of cards too
  ...shapes.flatMap(({ names }) => Object.entries(names)).filter(([name]) => name !== 'description'),
  ...Object.entries({
    firstMessage: 'first_mes',
    first_message: 'first_mes',
    exampleDialogue: 'mes_example',
    exampleMessages: 'mes_example',
    example_dialogs: 'mes_example',
    examples_of_dialogue: 'mes_example',
    mesExample: 'mes_example',
    mesExamples: 'mes_example',
    creatorNotes: 'creator_notes',
  }),
])

/** Whether a field has what another one of the card has, under the name of another program. */
export function isCopy(field: string, value: unknown, card: JsonObject): boolean {
  const name = otherNames.get(field)
  return name !== undefined && isDeepStrictEqual(card[name], value)
}

/** A file of an older form with the names of a card; undefined for any other object, such as a card of version 1. */
export function fromOlderShape(
  { spec: _spec, spec_version: _version, ...file }: JsonObject,
  notices: CardNotices,
): { readonly card: JsonObject; readonly program: string } | undefined {
  if ('first_mes' in file || 'personality' in file || 'mes_example' in file) return undefined
  const shape = shapes.find(({ marks }) => marks.some((mark) => mark in file))
  if (!shape) return undefined
  const renamed = Object.entries(file).map(
    ([key, value]) => [shape.names[key] ?? key, personaText(key, value, notices)] as const,
  )
  return { card: Object.fromEntries(renamed), program: shape.program }
}

/** Gives fields with names of other programs those of a card, where it has nothing under them; the first one of several counts. */
export function withCardNames(
  file: JsonObject,
  { notices, onRenamed }: { readonly notices: CardNotices; readonly onRenamed: (field: string, name: string) => void },
): JsonObject {
  const card = new Map(Object.entries(file))
  for (const [field, value] of Object.entries(file)) {
    const name = otherNames.get(field)
    if (name === undefined || isEmpty(value) || !isEmpty(card.get(name))) continue
    card.delete(field)
    card.set(name, personaText(field, value, notices))
    onRenamed(field, name)
  }
  return Object.fromEntries(card)
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The persona of Agnai can be a list of attributes, each with a list of texts. Other values of an attribute are named. */
function personaText(field: string, value: unknown, notices: CardNotices): unknown {
  if (!isJsonObject(value) || typeof value['kind'] !== 'string' || !isJsonObject(value['attributes'])) return value
  const lines = Object.entries(value['attributes']).map(([name, sent]) => {
    const values = (Array.isArray(sent) ? sent : [sent]).filter((each) => !isEmpty(each))
    const usable = values.filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    const more = values.length - usable.length
    if (more > 0) notices.add('VALUES_REFUSED', `${field}.attributes.${name}`, more)
    const text = usable.map(String).join(', ')
    return name === 'text' ? text : `${name}: ${text}`
  })
  return lines.join('\n')
}
