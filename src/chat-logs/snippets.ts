import { type LogEntry, runKey, type TextPart, textParts } from '@parley/chat-log-store'
import { limits } from '../limits.js'

/** A range of a text in UTF-16 code units, `end` excluded. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** An excerpt of the message or the reply of an entry, around the first match. */
export interface Snippet {
  readonly part: 'message' | 'reply'
  readonly text: string
  /** The place of the excerpt in the whole text, in UTF-16 code units. */
  readonly offset: number
  /** Whether the whole text continues after the excerpt. */
  readonly isCut: boolean
  /** The matches in `text`, in its order. */
  readonly highlights: readonly TextRange[]
}

/** The sizes of an excerpt in UTF-16 code units. */
const lengthBefore = 60
const length = 240

/** A part of a query. */
export interface QueryPart extends TextPart {
  /** Whether longer words that begin so are found as well. */
  readonly isBeginning: boolean
}

/** The excerpts of an entry that contains every part of the query; undefined for another entry. */
export function snippetsOf(entry: LogEntry, query: readonly QueryPart[]): Snippet[] | undefined {
  const missing = new Set(query.map(({ key }) => key))
  const snippets: Snippet[] = []
  for (const [part, text] of [
    ['message', entry.inputData],
    ['reply', entry.outputData],
  ] as const) {
    const matches = matchesIn(text, query, missing)
    if (matches.length > 0) snippets.push(snippetOf(part, text, matches))
  }
  return missing.size === 0 ? snippets : undefined
}

/** The matches in a text. Removes the keys of the parts that it contains from `missing`. */
function matchesIn(text: string, query: readonly QueryPart[], missing: Set<string>): TextRange[] {
  const beginning = query.find(({ isBeginning }) => isBeginning)?.key
  const words = new Set(query.filter(({ kind }) => kind === 'word').map(({ key }) => key))
  let runs = query.filter(({ kind }) => kind === 'run').map(({ key }) => key)
  const matches: TextRange[] = []
  for (const found of textParts(text)) {
    const isFull = matches.length >= limits.snippetHighlights
    if (isFull && missing.size === 0) break
    if (found.kind === 'word') {
      const isBegun = beginning !== undefined && found.key.startsWith(beginning)
      if (!isBegun && !words.has(found.key)) continue
      matches.push(found)
      missing.delete(found.key)
      if (isBegun) missing.delete(beginning)
      continue
    }
    // a text can have very many runs: once there is enough to highlight, only what is missing is looked for
    if (isFull) runs = runs.filter((key) => missing.has(key))
    const inRun: TextRange[] = []
    for (const key of runs) {
      if (key.length > found.key.length) continue
      const places = placesOf(key, found.key)
      if (places.length > 0) missing.delete(key)
      inRun.push(...places)
    }
    if (inRun.length > 0) matches.push(...rangesOf(text, found, inRun))
  }
  return matches
}

function placesOf(key: string, text: string): TextRange[] {
  const places: TextRange[] = []
  for (
    let start = text.indexOf(key);
    start >= 0 && places.length < limits.snippetHighlights;
    start = text.indexOf(key, start + key.length)
  )
    places.push({ start, end: start + key.length })
  return places
}

/** The ranges of the text for places in the search key of a run. */
function rangesOf(text: string, run: TextPart, places: readonly TextRange[]): TextRange[] {
  const original = text.slice(run.start, run.end)
  const first = merged(places).slice(0, limits.snippetHighlights)
  const ranges =
    original === run.key
      ? first
      : rangesBefore(
          Array.from(segmenter.segment(original), ({ segment }) => segment),
          first,
        )
  return merged(ranges).map(({ start, end }) => ({ start: run.start + start, end: run.start + end }))
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The ranges of graphemes whose search keys, joined, contain the places. */
function rangesBefore(graphemes: readonly string[], places: readonly TextRange[]): TextRange[] {
  const spans: { readonly key: TextRange; readonly text: TextRange }[] = []
  let keyEnd = 0
  let textEnd = 0
  for (const grapheme of graphemes) {
    const key = { start: keyEnd, end: (keyEnd += runKey(grapheme).length) }
    spans.push({ key, text: { start: textEnd, end: (textEnd += grapheme.length) } })
  }
  return places.map(({ start, end }) => {
    const touched = spans.filter(({ key }) => key.end > start && key.start < end).map((span) => span.text)
    return { start: touched[0]?.start ?? 0, end: touched.at(-1)?.end ?? textEnd }
  })
}

/** The ranges in order, with those that touch joined. */
function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, range.end) }
    else result.push(range)
  }
  return result
}

function snippetOf(part: Snippet['part'], text: string, matches: readonly TextRange[]): Snippet {
  const first = matches[0]?.start ?? 0
  const offset = whole(text, Math.max(0, first - lengthBefore))
  const end = whole(text, Math.min(text.length, offset + length))
  const highlights = matches
    .filter((match) => match.start < end)
    .slice(0, limits.snippetHighlights)
    .map((match) => ({ start: match.start - offset, end: Math.min(match.end, end) - offset }))
  return { part, text: text.slice(offset, end), offset, isCut: end < text.length, highlights }
}

/** The place, or the one before it when it is between the two code units of a character. */
function whole(text: string, place: number): number {
  const isInside = /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1))
  return isInside ? place - 1 : place
}
