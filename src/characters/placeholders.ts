import { type Placeholder, renderParts, replacePlaceholders, type TextPart, type ValueOf } from './placeholder-parts.js'
import { seededIndex, seededRoll } from './seeded-choice.js'
import { spokenMoment } from './spoken-moment.js'

/** What the placeholders of a text stand for. */
export interface PlaceholderValues {
  /** The nickname of the character, else its name. */
  readonly char: string
  readonly user: string
  /** What decides random choices, such as the id of a room; without it their placeholders stay. */
  readonly seed?: string | undefined
  /** The instant of the time and the date, epoch milliseconds; without it their placeholders stay. */
  readonly at?: number | undefined
  /** An IANA name; UTC when unset. */
  readonly timeZone?: string | undefined
}

interface Context {
  readonly values: PlaceholderValues
  readonly placeholder: Placeholder
  /** Of the placeholder between its braces, as it was written. */
  readonly source: string
  readonly valueOf: ValueOf
  /** Undefined without an instant. */
  readonly moment: () => ReturnType<typeof spokenMoment> | undefined
}

type Rule = (context: Context) => string | undefined

const comment: Rule = () => ''
const newline: Rule = () => '\n'
const name: Rule = ({ values }) => values.char
/** Those that say the same to every account and in every room. */
const alike: ReadonlySet<Rule> = new Set([comment, newline, name])

/** Those of one word. */
const words: Readonly<Record<string, Rule>> = {
  char: name,
  user: ({ values }) => values.user,
  time: ({ moment }) => moment()?.time,
  date: ({ moment }) => moment()?.date,
  newline,
}

/** Those with a text behind their name. */
const functions: Readonly<Record<string, Rule>> = {
  '//': comment,
  comment,
  hidden_key: comment,
  reverse: ({
    placeholder: {
      parts: [head, ...others],
    },
    valueOf,
  }) =>
    typeof head === 'string'
      ? Array.from(renderParts([head.replace(/^reverse::?/i, ''), ...others], valueOf))
          .reverse()
          .join('')
      : undefined,
  // the place counts, so that two of the same options can differ
  random: (context) => chosen(context, `random ${context.placeholder.start}`),
  pick: (context) => chosen(context, 'pick'),
  roll: ({ values: { seed }, placeholder: { start }, source }) =>
    seed === undefined
      ? undefined
      : seededRoll(source.replace(/^roll(?:::?|\s)/i, ''), `${seed} roll ${start} ${source}`),
}
const functionName = /^(?:\/\/|(?:comment|hidden_key|reverse|random|pick)(?=:)|roll(?=[:\s]))/i

/** The name of a caller without an account. */
export const guestName = 'User'

export const hasUserPlaceholder = (text: string) => /\{\{user\}\}/i.test(text)
/** Whether the account that reads a text decides what it says. */
export const isOfReader = (text: string) => /\{\{(?:user|time|date)\}\}/i.test(text)

/** Replaces the placeholders that are known, in any case; others stay as they are. See `replacePlaceholders`. */
export function expandPlaceholders(text: string, values: PlaceholderValues): string {
  const { at, timeZone = 'UTC' } = values
  // once in a text: it takes longer than all other placeholders
  let known: ReturnType<typeof spokenMoment> | undefined
  const moment = () => (at === undefined ? undefined : (known ??= spokenMoment(at, timeZone)))
  const valueOf: ValueOf = (placeholder) =>
    ruleOf(placeholder)?.({
      ...{ values, placeholder, valueOf, moment },
      source: text.slice(placeholder.start + 2, placeholder.end - 2),
    })
  return replacePlaceholders(text, valueOf)
}

/** The text with all placeholders but comments. */
export function withoutComments(text: string): string {
  return replacePlaceholders(text, (placeholder) => (ruleOf(placeholder) === comment ? '' : undefined))
}

/** Whether a text says the same to every account and in every room. */
export function isAlikeForAll(text: string): boolean {
  let isAlike = true
  replacePlaceholders(text, (placeholder) => {
    const rule = ruleOf(placeholder)
    if (rule !== undefined && !alike.has(rule)) isAlike = false
    return undefined
  })
  return isAlike
}

/** The names of the placeholders that stay as they are, such as `personality`. */
export function unknownPlaceholders(text: string): readonly string[] {
  const names = new Set<string>()
  replacePlaceholders(text, (placeholder) => {
    const [head] = placeholder.parts
    const found = typeof head === 'string' && ruleOf(placeholder) === undefined && placeholderName.exec(head)
    if (found) names.add(found[0])
    return undefined
  })
  return [...names]
}
const placeholderName = /^[\p{L}\p{N}_.#/$!?-]{1,40}/u

function ruleOf({ parts }: Placeholder): Rule | undefined {
  const [head] = parts
  if (typeof head !== 'string') return undefined
  const word = head.toLowerCase()
  if (parts.length === 1 && Object.hasOwn(words, word)) return words[word]
  const [name] = functionName.exec(head) ?? []
  return name === undefined ? undefined : functions[name.toLowerCase()]
}

/** One of the options. Commas separate them, or pairs of colons where the list begins with one. */
function chosen({ values: { seed }, placeholder, source, valueOf }: Context, kind: string): string | undefined {
  if (seed === undefined) return undefined
  const [head, ...others] = placeholder.parts
  const list = typeof head === 'string' ? head.replace(functionName, '') : ''
  const separator = list.startsWith('::') ? '::' : /(?<!\\),/
  const options: TextPart[][] = [[]]
  for (const part of [list.replace(/^::?/, ''), ...others])
    if (typeof part !== 'string') options.at(-1)?.push(part)
    else
      part.split(separator).forEach((piece, index) => {
        if (index > 0) options.push([])
        options.at(-1)?.push(piece.replaceAll('\\,', ','))
      })
  const option = options[seededIndex(`${seed} ${kind} ${source}`, options.length)] ?? []
  return renderParts(option, valueOf).trim()
}
