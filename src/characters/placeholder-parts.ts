import { limits } from '../limits.js'

/** A text between two pairs of braces, which may contain others. */
export interface Placeholder {
  readonly start: number
  readonly end: number
  readonly parts: readonly TextPart[]
}
export type TextPart = string | Placeholder

/** Undefined for a placeholder that stays as it is. */
export type ValueOf = (placeholder: Placeholder) => string | undefined

/** Of placeholders within placeholders: the outer ones of more levels stay. */
const mostLevels = 16

export const hasPlaceholder = (text: string) => text.includes('{{')

/**
 * The text with values for its placeholders. A value is inserted as it is: a placeholder in it stays. The text grows by at most 65,535
 * code units: placeholders beyond that stay.
 */
export function replacePlaceholders(text: string, valueOf: ValueOf): string {
  if (!hasPlaceholder(text)) return text
  let room: number = limits.characterTextLength
  return renderParts(partsOf(text), (placeholder) => {
    const value = valueOf(placeholder)
    if (value === undefined) return undefined
    const { start, end } = placeholder
    room -= Math.max(0, value.length - (end - start))
    return room < 0 ? text.slice(start, end) : value
  })
}

/** Also of placeholders within those that stay. */
export function renderParts(parts: readonly TextPart[], valueOf: ValueOf): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : (valueOf(part) ?? `{{${renderParts(part.parts, valueOf)}}}`)))
    .join('')
}

/** Braces without their counterpart are text. */
function partsOf(text: string): readonly TextPart[] {
  const root: TextPart[] = []
  const open: { readonly start: number; readonly parts: TextPart[] }[] = []
  let from = 0
  const add = (part: TextPart) => (open.at(-1)?.parts ?? root).push(part)
  const addText = (to: number) => {
    if (to > from) add(text.slice(from, to))
  }
  const giveUp = (unclosed: readonly TextPart[] = []) => {
    root.push('{{')
    for (const part of unclosed) root.push(part)
  }
  for (const { 0: braces, index } of text.matchAll(/\{\{(?!\{)|\}\}/g)) {
    if (braces === '}}' && open.length === 0) continue
    addText(index)
    from = index + 2
    if (braces === '{{') {
      if (open.length === mostLevels) giveUp(open.shift()?.parts)
      open.push({ start: index, parts: [] })
    } else {
      const closed = open.pop()
      if (closed) add({ start: closed.start, end: from, parts: closed.parts })
    }
  }
  addText(text.length)
  for (const { parts } of open) giveUp(parts)
  return root
}
