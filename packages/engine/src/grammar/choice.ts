import { literal, type GrammarRules } from './grammar-rules.js'

export interface Choice {
  readonly expression: string
  /** How many of the texts a model can still write at one place, at most. */
  readonly width: number
}

/** One of the texts. Common beginnings are written once, so that few alternatives are open at each character. */
export function choiceOf(texts: readonly string[], rules: GrammarRules): Choice {
  return branch([...new Set(texts)].toSorted(), rules)
}

function branch(sorted: readonly string[], rules: GrammarRules): Choice {
  const prefix = commonPrefix(sorted[0] ?? '', sorted.at(-1) ?? '')
  const rests = sorted.map((text) => text.slice(prefix.length))
  const groups = new Map<string, string[]>()
  for (const rest of rests) {
    const [first] = rest
    if (first === undefined) continue
    const group = groups.get(first)
    if (group) group.push(rest)
    else groups.set(first, [rest])
  }
  if (groups.size === 0) return { expression: literal(prefix), width: 1 }
  const parts = [...groups.values()].map((group) => branch(group, rules))
  const optional = rests.includes('') ? '?' : ''
  const expression = `${literal(prefix)} (${parts.map((part) => part.expression).join(' | ')})${optional}`
  return { expression: rules.rule(expression), width: Math.max(groups.size + 1, ...parts.map(({ width }) => width)) }
}

/** Of two sorted texts, and thereby of all between them. It does not end with half a character. */
function commonPrefix(first: string, last: string): string {
  let length = 0
  while (length < first.length && first[length] === last[length]) length += 1
  return first.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
