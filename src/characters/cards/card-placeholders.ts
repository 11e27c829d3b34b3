import { isJsonObject, type JsonObject } from '@parley/runtime'
import { unknownPlaceholders } from '../placeholders.js'
import type { CardNotices } from './card-notice.js'

/** The fields of a card whose placeholders are replaced, with those that only they have. */
const fields: Readonly<Record<string, readonly string[]>> = {
  description: [],
  personality: [],
  scenario: [],
  first_mes: [],
  mes_example: [],
  creator_notes: [],
  alternate_greetings: [],
  system_prompt: ['original'],
  post_history_instructions: ['original'],
}
/** Of one field. */
const mostNames = 10

/** Names the placeholders of a card that stay as they are, by field. */
export function namePlaceholders(data: JsonObject, notices: CardNotices): void {
  const add = (field: string, texts: readonly unknown[], own: readonly string[] = []) => {
    const names = new Set(texts.flatMap((text) => (typeof text === 'string' ? unknownPlaceholders(text) : [])))
    for (const name of names) if (own.includes(name.toLowerCase())) names.delete(name)
    if (names.size === 0) return
    const shown = [...names].slice(0, mostNames).map((name) => `{{${name}}}`)
    notices.add('UNKNOWN_PLACEHOLDERS', field, [...shown, ...(names.size > mostNames ? ['…'] : [])].join(', '))
  }
  for (const [field, own] of Object.entries(fields)) {
    const value = data[field]
    add(field, Array.isArray(value) ? value : [value], own)
  }
  const { character_book: book } = data
  const entries = isJsonObject(book) && Array.isArray(book['entries']) ? (book['entries'] as unknown[]) : []
  add(
    'character_book',
    entries.map((entry) => (isJsonObject(entry) ? entry['content'] : undefined)),
  )
}
