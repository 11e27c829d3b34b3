import { z } from 'zod'
import { isJsonObject, type JsonObject } from '@parley/runtime'
import { limits } from '../../limits.js'
import { text } from '../../text-rules.js'
import { characterRules, type DepthNote } from '../character.js'
import { storedNickname } from '../greetings.js'
import type { CardNotices } from './card-notice.js'
import type { CardCharacter } from './read-card.js'
import { modern } from './older-shapes.js'

const greetingRule = text(1, limits.characterTextLength)
const depthNote = z.object({
  text: characterRules.note,
  depth: characterRules.depth,
  role: z.enum(['SYSTEM', 'USER', 'ASSISTANT']),
})

/** What a card has beside the usual texts. What cannot be played stays in the card, and is named. */
export function readNotes(
  data: JsonObject,
  notices: CardNotices,
): Pick<CardCharacter, 'nickname' | 'alternateGreetings' | 'depthNote'> {
  return {
    nickname: nicknameOf(data, notices),
    alternateGreetings: greetingsOf(data, notices),
    depthNote: depthNoteOf(data, notices),
  }
}

function nicknameOf({ nickname }: JsonObject, notices: CardNotices): string | null {
  if (nickname === undefined || nickname === null || nickname === '') return null
  const { data: read } = characterRules.nickname.safeParse(typeof nickname === 'string' ? nickname.trim() : nickname)
  if (read === undefined) notices.add('NICKNAME_REFUSED', 'nickname')
  return storedNickname(read)
}

function greetingsOf({ alternate_greetings: sent }: JsonObject, notices: CardNotices): string[] {
  if (sent === undefined || sent === null) return []
  const field = 'alternate_greetings'
  const list: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
  const filled = list.filter((each) => each !== null && !(typeof each === 'string' && each.trim() === ''))
  const usable = filled.flatMap(
    (each) => greetingRule.safeParse(typeof each === 'string' ? modern(each) : each).data ?? [],
  )
  const unusable = filled.length - usable.length
  if (unusable > 0) notices.add('GREETINGS_REFUSED', field, unusable)
  const more = usable.length - limits.alternateGreetings
  if (more > 0) notices.add('MANY_GREETINGS', field, more)
  return usable.slice(0, limits.alternateGreetings)
}

const noteRoles = new Map<unknown, DepthNote['role']>([
  ...(['SYSTEM', 'USER', 'ASSISTANT'] as const).map((role) => [role.toLowerCase(), role] as const),
  // of some files, by number
  ...(['SYSTEM', 'USER', 'ASSISTANT'] as const).map((role, number) => [number, role] as const),
])

/** A number, also as a text; 4 where a card has none. */
function depthIn(sent: unknown): unknown {
  if (sent === null || sent === '') return 4
  return typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
}

function depthNoteOf({ extensions }: JsonObject, notices: CardNotices): DepthNote | null {
  if (extensions !== undefined && extensions !== null && !isJsonObject(extensions))
    notices.add('FIELD_TYPE', 'extensions')
  const sent = isJsonObject(extensions) ? extensions['depth_prompt'] : undefined
  if (sent !== undefined && sent !== null && sent !== '' && !isJsonObject(sent))
    notices.add('NOTE_REFUSED', 'extensions.depth_prompt')
  if (!isJsonObject(sent) || sent['prompt'] === undefined || sent['prompt'] === null) return null
  const { prompt, depth = 4, role = 'system' } = sent
  const { data: read } = depthNote.safeParse({
    text: typeof prompt === 'string' ? modern(prompt) : prompt,
    depth: depthIn(depth),
    role: noteRoles.get(typeof role === 'string' ? role.toLowerCase() : (role ?? 0)),
  })
  if (!read) notices.add('NOTE_REFUSED', 'extensions.depth_prompt')
  return read && read.text.trim() !== '' ? read : null
}
