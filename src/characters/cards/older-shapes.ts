import { isJsonObject, type JsonObject } from '@parley/runtime'

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

/** All names of older forms, which some programs write beside those of a card. */
export const olderNames: ReadonlySet<string> = new Set(shapes.flatMap(({ names }) => Object.keys(names)))

/** A file of an older form with the names of a card; undefined for any other object, such as a card of version 1. */
export function fromOlderShape(file: JsonObject): { readonly card: JsonObject; readonly program: string } | undefined {
  if ('first_mes' in file || 'personality' in file || 'mes_example' in file) return undefined
  const shape = shapes.find(({ marks }) => marks.some((mark) => mark in file))
  if (!shape) return undefined
  const renamed = Object.entries(file).map(([key, value]) => [shape.names[key] ?? key, personaText(value)] as const)
  return { card: Object.fromEntries(renamed), program: shape.program }
}

/** The persona of Agnai can be a list of attributes, each with a list of texts. */
function personaText(value: unknown): unknown {
  if (!isJsonObject(value) || typeof value['kind'] !== 'string' || !isJsonObject(value['attributes'])) return value
  const lines = Object.entries(value['attributes']).map(([name, texts]) => {
    const text = (Array.isArray(texts) ? texts : [texts]).filter((each) => typeof each === 'string').join(', ')
    return name === 'text' ? text : `${name}: ${text}`
  })
  return lines.join('\n')
}
