import { RE2JS } from 're2js'
import type { LoreEntry } from './lore-entry.js'

/** The most letters of an expression. */
const longestSource = 500
/** The most instructions of a compiled one: a repetition of 300 letters. */
const longestProgram = 300

/** The most letters when repetitions are written out, before it is compiled. */
const longestRepeated = 20_000

interface Source {
  readonly pattern: string
  readonly flags: string
}

/** What decides whether the keys of an entry are expressions. */
type KeyRules = Pick<LoreEntry, 'keysAreExpressions' | 'caseSensitive'>

/**
 * The parts of a key of the form `/pattern/flags`; undefined for words, such as a path: its end is not of flags. Where all keys of an
 * entry are expressions, one needs no slashes.
 */
function sourceOf(key: string, { keysAreExpressions, caseSensitive }: KeyRules): Source | undefined {
  const { pattern, flags = '' } = /^\/(?<pattern>(?:[^/\\]|\\[^])+)\/(?<flags>[dgimsuvy]*)$/.exec(key)?.groups ?? {}
  if (pattern !== undefined && new Set(flags).size === flags.length) return { pattern, flags }
  return keysAreExpressions && key.trim() !== '' ? { pattern: key, flags: caseSensitive ? '' : 'i' } : undefined
}

export const isExpression = (key: string, rules: KeyRules): boolean => sourceOf(key, rules) !== undefined

/** A key in the form `/pattern/flags`, for files whose entries do not say that their keys are expressions. */
export function slashedKey(key: string, rules: KeyRules): string {
  const { pattern, flags } = sourceOf(key, rules) ?? {}
  if (pattern === undefined || key === `/${pattern}/${flags}`) return key
  return `/${pattern.replaceAll(/\\[^]|\//g, (part) => (part === '/' ? '\\/' : part))}/${flags}`
}

/** A key that is an expression, for an engine whose time is linear in the text. */
export interface Expression {
  /** The number of its instructions: each may look at each letter. */
  readonly size: number
  readonly isIn: (text: string) => boolean
}

/**
 * Compiles a key that is an expression. Of the flags `i`, `m` and `s` have an effect: `g` and `y` would keep a place
 * between two texts. Answers why the engine cannot run it instead: it has a look-around, a back reference or a fault, or it is
 * too long.
 */
export function expressionOf(key: string, rules: KeyRules): Expression | string {
  const { pattern, flags } = sourceOf(key, rules) ?? { pattern: '', flags: '' }
  if (pattern.length > longestSource) return `has more than ${longestSource} characters`
  if (pattern.length * repeatsIn(pattern) > longestRepeated) return 'repeats too much'
  const has = (flag: string, value: number) => (flags.includes(flag) ? value : 0)
  try {
    const options = has('i', RE2JS.CASE_INSENSITIVE) | has('m', RE2JS.MULTILINE) | has('s', RE2JS.DOTALL)
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), options)
    const size = compiled.programSize()
    if (size > longestProgram) return 'repeats too much'
    return { size, isIn: (text) => compiled.test(text) }
  } catch {
    if (/\(\?<?[=!]/.test(pattern)) return 'looks ahead or behind, which cannot be run'
    return /\\[1-9]|\\k</.test(pattern)
      ? 'refers back to a group, which cannot be run'
      : 'is not a regular expression that can be run'
  }
}

/** How often a part of an expression can be written out at most. */
function repeatsIn(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g)].map(([, least = '', most = '']) =>
    Number(most || least),
  )
  return counts.reduce((product, count) => product * Math.max(1, count), 1)
}

/** A name in an expression, where each of its letters stands for itself. */
export const quoted = (name: string): string => RE2JS.quote(name)
