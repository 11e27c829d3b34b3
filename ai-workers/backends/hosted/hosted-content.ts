import { z } from 'zod'
import { isJsonObject, type JsonObject } from '@parley/runtime'
import { HostedFailure } from '../hosted-failure.js'

/** Some providers send a list, in which thoughts are parts with parts of their own. */
export const content = z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish()

/** The texts of a content, by what they are. Parts of other kinds are left out. */
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
    text: parts.map((part) => (isThought(part) ? '' : textOf(part))).join(''),
    thought: objects.map((part) => (isThought(part) ? thoughtOf(part) : '')).join(''),
    hasRefusal: objects.some(({ refusal }) => typeof refusal === 'string' && refusal !== ''),
    hasCall: objects.some(({ type }) => callTypes.some((each) => each === type)),
  }
}

const callTypes = ['tool_use', 'tool_call', 'function_call']

const isThought = (part: unknown): boolean =>
  isJsonObject(part) && (thoughtTypes.some((each) => each === part['type']) || part['thought'] === true)

const thoughtTypes = ['thinking', 'reasoning', 'thought']

/** A text is in one of these, or in several. */
const thoughtOf = ({ thinking, reasoning, text, content: inner, summary }: JsonObject): string =>
  [thinking, reasoning, text, inner, summary].map(textsIn).find(Boolean) ?? ''

/** The text of thoughts, which is a string, or a list of parts. What has none is left out. */
export const textsIn = (value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .map((part: unknown) => (isJsonObject(part) ? part['text'] : part))
    .filter((text) => typeof text === 'string')
    .join('')

/** Throws HostedFailure where the text of a part has another type. */
function textOf(part: unknown): string {
  if (!isJsonObject(part)) return typeof part === 'string' ? part : ''
  const { text } = part
  if (typeof text === 'string') return text
  if (text === undefined || text === null) return ''
  throw new HostedFailure('the answer was not understood')
}
