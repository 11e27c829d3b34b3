import { z } from 'zod'
import { isJsonObject, type JsonObject } from '@parley/runtime'
import { HostedFailure } from '../hosted-failure.js'

/** Some providers send a part, or a list of parts, with their thoughts among them. */
export const content = z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish()

/** Splits content into text and thoughts. Parts of other kinds are left out. */
export function splitContent(sent: z.output<typeof content>): {
  readonly text: string
  readonly thought: string
  readonly hasRefusal: boolean
  /** Whether it has a call in the form of another protocol. */
  readonly hasCall: boolean
} {
  const parts = Array.isArray(sent) ? sent : [sent]
  const objects = parts.filter(isJsonObject)
  return {
    text: parts
      .map((part) => (isJsonObject(part) && (isThought(part) || isRefusal(part)) ? '' : textOf(part)))
      .join(''),
    thought: objects.map((part) => (isThought(part) ? textsIn(part) : '')).join(''),
    hasRefusal: objects.some(isRefusal),
    hasCall: objects.some(isCall),
  }
}

/** The type of a part without separators: `tool_use` and `toolUse` are the same. */
const typeOf = ({ type }: JsonObject): string =>
  typeof type === 'string' ? type.replaceAll(/[_-]/g, '').toLowerCase() : ''

const isThought = (part: JsonObject): boolean =>
  ['thinking', 'reasoning', 'thought', 'thinkingdelta'].includes(typeOf(part)) || part['thought'] === true

const isRefusal = (part: JsonObject): boolean => typeOf(part) === 'refusal' || !!part['refusal']

const isCall = (part: JsonObject): boolean =>
  ['tooluse', 'toolcall', 'functioncall'].includes(typeOf(part)) || !!part['functionCall'] || !!part['toolUse']

/** Where an object may have the text of thoughts. */
const textKeys = ['thinking', 'reasoning', 'text', 'content', 'summary']
/** Parts of parts are read to this depth. */
const mostParts = 4

/** The text of thoughts: a string, a part, or a list of them. What has none is left out. */
export function textsIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (depth > mostParts) return ''
  if (Array.isArray(value)) return value.map((part) => textsIn(part, depth + 1)).join('')
  if (!isJsonObject(value)) return ''
  // some providers repeat one text under several names
  return [...new Set(textKeys.map((key) => textsIn(value[key], depth + 1)))].join('')
}

/** Throws HostedFailure for a part that has its text in another form. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) throw new HostedFailure('the answer was not understood')
  if (!isJsonObject(part)) return ''
  const text = part['text'] ?? (typeOf(part) === 'text' ? part['content'] : part['parts'])
  if (typeof text === 'string') return text
  if (text === undefined || text === null) return ''
  throw new HostedFailure('the answer was not understood')
}
