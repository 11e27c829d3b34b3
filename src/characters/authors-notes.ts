import type { Expand } from '../lorebooks/lore-entry.js'
import type { JobNote } from '../ports/reply-generator/reply-generator.js'
import type { CharacterNotes } from './character.js'

const original = /\{\{original\}\}/i

/**
 * The system text of an author. Of two parts, that of the service stands between them, which the first `{{original}}` asks for. Undefined
 * where it would be that of the service alone.
 */
export function authorsSystem({ systemPrompt }: CharacterNotes, expand: Expand): readonly string[] | undefined {
  const [before = '', ...after] = (systemPrompt ?? '').split(original)
  const parts = [before, ...(after.length > 0 ? [after.join('')] : [])].map((part) => expand(part))
  return parts.every((part) => part.trim() === '') ? undefined : parts
}

/** What an author has among the messages: the note at its depth, and the instructions behind the last message. Undefined without both. */
export function authorsNotes(
  { postHistoryInstructions, depthNote }: CharacterNotes,
  expand: Expand,
): JobNote[] | undefined {
  // the service has no text of its own behind the messages
  const instructions = (postHistoryInstructions ?? '').split(original).join('')
  const notes = [...(depthNote ? [depthNote] : []), { text: instructions, depth: 0, role: 'SYSTEM' } as const]
    .map(({ text, ...place }) => ({ ...place, text: expand(text).trim() }))
    .filter(({ text }) => text !== '')
  return notes.length > 0 ? notes : undefined
}
