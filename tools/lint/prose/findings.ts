import { basename, dirname } from 'node:path'
import { rulesFor } from './rules.js'
import { textsOfPage, textsOfScript, textsOfSource, type Text } from './texts.js'

interface Finding {
  readonly path: string
  readonly line: number
  readonly rule: string
  /** The refused words. */
  readonly found: string
  readonly instead: string
}

/** The refused words of one file. `isQuoted` recognizes sentences that the contract fixes. */
export function findingsIn(path: string, source: string, isQuoted: (sentence: string) => boolean): readonly Finding[] {
  const texts = textsOf(path, source).filter(({ kind, lines }) => kind !== 'sentence' || !isQuoted(lines.join(' ')))
  return [...fileNamesOf(path), ...texts].flatMap((text) => findingsOf(path, text))
}

function textsOf(path: string, source: string): readonly Text[] {
  if (/\.(tsx?|mjs|js)$/.test(path)) return textsOfSource(path, source)
  return path.endsWith('.md') ? textsOfPage(source) : textsOfScript(source)
}

const fileNamesOf = (path: string): readonly Text[] =>
  [basename(path), ...dirname(path).split('/')].map((name) => ({ kind: 'file', line: 1, lines: [name] }))

const codeSpan = /`[^`]*`/g
/** For `matchAll`, compiled once for all texts. */
const everywhere = new Map(
  Object.values(rulesFor)
    .flat()
    .map((rule) => [rule, new RegExp(rule.pattern, `${rule.pattern.flags}g`)]),
)

function findingsOf(path: string, { kind, line, lines }: Text): readonly Finding[] {
  const words = lines.join(' ').replaceAll(codeSpan, (code) => '`'.repeat(code.length))
  return rulesFor[kind].flatMap((rule) =>
    [...words.matchAll(everywhere.get(rule) ?? rule.pattern)].map(({ 0: found, index }) => ({
      path,
      line: line + linesBefore(lines, index),
      rule: rule.name,
      found: found.trim(),
      instead: rule.instead,
    })),
  )
}

function linesBefore(lines: readonly string[], index: number): number {
  let end = -1
  return lines.findIndex((text) => (end += text.length + 1) > index)
}
