import ts from 'typescript'
import type { TextKind } from './rules.js'

/** A text that people read: consecutive lines without comment markers; line numbers start at 1. */
export interface Text {
  readonly kind: TextKind
  readonly line: number
  readonly lines: readonly string[]
}

const logMethods = new Set(['debug', 'info', 'warn', 'error'])
const testFunctions = new Set(['it', 'test', 'describe'])

/** All comments, sentences, test titles, log events and names of a TypeScript or JavaScript file. */
export function textsOfSource(path: string, source: string): readonly Text[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, false, kind)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const texts: Text[] = []
  const literals: Span[] = []

  const visit = (node: ts.Node, role: 'sentence' | 'title' | 'event') => {
    const from = node.getStart(file)
    if (ts.isIdentifier(node)) texts.push({ kind: 'name', line: lineAt(from), lines: [node.text] })
    if (ts.isRegularExpressionLiteral(node)) literals.push([from, node.end])
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      // Without the expressions of a template: their names and comments are found separately.
      const parts = ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map((span) => span.literal)]
        : [node]
      for (const part of parts) literals.push([part.getStart(file), part.end])
      const words = parts.map((part) => part.text).join('…')
      if (role !== 'sentence' || words.includes(' '))
        texts.push({ kind: role, line: lineAt(from), lines: words.split('\n') })
    }
    const titled = ts.isCallExpression(node) && isTestCall(node) ? node.arguments[0] : undefined
    const logged = ts.isCallExpression(node) && isLogCall(node) ? node.arguments[1] : undefined
    ts.forEachChild(node, (child) => visit(child, child === titled ? 'title' : child === logged ? 'event' : 'sentence'))
  }
  visit(file, 'sentence')
  return [...texts, ...commentsOf(source, literals, lineAt)]
}

const isTestCall = ({ expression }: ts.CallExpression): boolean => {
  if (ts.isIdentifier(expression)) return testFunctions.has(expression.text)
  if (ts.isPropertyAccessExpression(expression)) return isTestName(expression.expression)
  return ts.isCallExpression(expression) && isTestCall(expression)
}
const isTestName = (node: ts.Expression) => ts.isIdentifier(node) && testFunctions.has(node.text)

const isLogCall = ({ expression }: ts.CallExpression): boolean => {
  if (!ts.isPropertyAccessExpression(expression) || !logMethods.has(expression.name.text)) return false
  const logger = expression.expression
  const name = ts.isPropertyAccessExpression(logger) ? logger.name.text : ts.isIdentifier(logger) ? logger.text : ''
  return name === 'log' || name === 'logger'
}

const commentPattern = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(\n[ \t]*\/\/[^\n]*)*/g
const commentMarker = /^\s*(\/\*\*?|\*\/|\*|\/\/)?\s*|\s*\*\/$/g

/** Comments, found outside literals. */
function commentsOf(source: string, literals: readonly Span[], lineAt: (position: number) => number): readonly Text[] {
  return [...blanked(source, literals).matchAll(commentPattern)].map(({ 0: comment, index }) => {
    const lines = comment.split('\n').map((line) => line.replaceAll(commentMarker, ''))
    return { kind: 'comment', line: lineAt(index), lines }
  })
}

type Span = readonly [from: number, to: number]

function blanked(source: string, spans: readonly Span[]): string {
  const pieces: string[] = []
  let at = 0
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0])) {
    pieces.push(source.slice(at, from), source.slice(from, to).replaceAll(/[^\n]/g, ' '))
    at = to
  }
  return [...pieces, source.slice(at)].join('')
}

/** The paragraphs of a Markdown page, without fenced blocks and link addresses. */
export function textsOfPage(source: string): readonly Text[] {
  let isFenced = false
  const lines = source.split('\n').map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isFenced = !isFenced
    return isFence || isFenced ? '' : line.replaceAll(/\]\([^)]*\)/g, ']').trim()
  })
  return paragraphsOf('page', lines)
}

/** Comments after `#`: shell scripts, GraphQL operations, settings. */
export const textsOfScript = (source: string): readonly Text[] =>
  paragraphsOf(
    'comment',
    source.split('\n').map((line) => /(^|\s)# (?<words>.*)$/.exec(line)?.groups?.['words'] ?? ''),
  )

function paragraphsOf(kind: TextKind, lines: readonly string[]): readonly Text[] {
  const paragraphs: { kind: TextKind; line: number; lines: string[] }[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const last = paragraphs.at(-1)
    if (last?.line === index + 1 - (last?.lines.length ?? 0)) last.lines.push(line)
    else paragraphs.push({ kind, line: index + 1, lines: [line] })
  }
  return paragraphs
}
