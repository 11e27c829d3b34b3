import { WorkSlices } from '@parley/runtime'
import { type Expression, expressionOf, isExpression, quoted, slashedKey } from './expression.js'
import { KeyAutomaton, type LiteralKey } from './key-automaton.js'
import { limits } from '../limits.js'
import { type Expand, type LoreEntry, newEntry } from './lore-entry.js'
import { exactLoreText, foldedLoreText } from './lore-text.js'
import type { ScannedTexts } from './scanned-texts.js'

/** Of one book. */
export const mostExpressions = 300
/** Of literal keys, with names in them. */
const mostLetters = 2 * limits.lorebookKeyLetters
const none = -1

/** An entry that a text has woken. */
export interface LoreMatch {
  readonly entry: LoreEntry
  /** Those that were found, with names for placeholders; empty for a constant entry. */
  readonly keys: readonly string[]
  /** The newest message with one of its keys, counted from 0; null for a constant entry. */
  readonly message: number | null
}

/** A key, and its place among the keys of its kind. */
interface KeyPlace {
  readonly text: string
  readonly kind: 'exact' | 'folded' | 'expression'
  readonly index: number
}

interface EntryPlaces {
  readonly entry: LoreEntry
  readonly keys: readonly KeyPlace[]
  readonly secondary: readonly KeyPlace[]
}

type Found = Readonly<Record<KeyPlace['kind'], Int32Array>>

interface MatcherParts {
  readonly scanDepth: number
  readonly entries: readonly EntryPlaces[]
  readonly exact: KeyAutomaton
  readonly folded: KeyAutomaton
  readonly expressions: readonly Expression[]
}

/** Looks for the keys of one book. It keeps nothing of a text. */
export class BookMatcher {
  readonly #scanDepth: number
  readonly #entries: readonly EntryPlaces[]
  readonly #exact: KeyAutomaton
  readonly #folded: KeyAutomaton
  readonly #expressions: readonly Expression[]

  private constructor(
    { scanDepth, entries, exact, folded, expressions }: MatcherParts,
    /** About the bytes that it occupies. */
    readonly size: number,
  ) {
    this.#scanDepth = scanDepth
    this.#entries = entries
    this.#exact = exact
    this.#folded = folded
    this.#expressions = expressions
  }

  static async of(
    { scanDepth, entries }: { readonly scanDepth: number; readonly entries: readonly LoreEntry[] },
    expand: Expand,
  ): Promise<BookMatcher> {
    const slices = new WorkSlices()
    const keys = new KeyPlaces(expand)
    const places: EntryPlaces[] = []
    for (const entry of entries) {
      await slices.pause()
      if (!entry.enabled) continue
      if (entry.constant) places.push({ entry, keys: [], secondary: [] })
      else places.push({ entry, keys: keys.of(entry.keys, entry), secondary: keys.of(entry.secondaryKeys, entry) })
    }
    const exact = await KeyAutomaton.of(keys.exact.keys, slices)
    const folded = await KeyAutomaton.of(keys.folded.keys, slices)
    const { expressions } = keys
    const size = 60 * (keys.exact.letters + keys.folded.letters) + 50_000 * expressions.length + 500 * entries.length
    return new BookMatcher({ scanDepth, entries: places, exact, folded, expressions }, size)
  }

  /** The entries that the messages wake, in the order of the book. Entries do not wake each other. */
  async find(texts: ScannedTexts): Promise<LoreMatch[]> {
    const depthOf = ({ scanDepth }: LoreEntry) => scanDepth ?? this.#scanDepth
    const deepest = this.#entries.reduce((most, { entry }) => Math.max(most, depthOf(entry)), 0)
    const found = await this.#places(texts, Math.min(deepest, texts.count))
    return this.#entries.flatMap(({ entry, keys, secondary }): LoreMatch[] => {
      if (entry.constant) return [{ entry, keys: [], message: null }]
      const depth = depthOf(entry)
      const hits = hitsOf(keys, found, depth)
      if (hits.length === 0) return []
      const more = hitsOf(secondary, found, depth)
      if (secondary.length > 0 && !isAllowed(entry, more.length, secondary.length)) return []
      const named = entry.logic === 'AND_ANY' || entry.logic === 'AND_ALL' ? [...hits, ...more] : hits
      return [{ entry, keys: named.map(({ text }) => text), message: Math.min(...named.map(({ message }) => message)) }]
    })
  }

  /** By kind and key the newest message with it, or -1. */
  async #places(texts: ScannedTexts, depth: number): Promise<Found> {
    const slices = new WorkSlices()
    const placesOf = (keys: { readonly length: number }) => new Int32Array(keys.length).fill(none)
    const found = {
      exact: placesOf(this.#exact),
      folded: placesOf(this.#folded),
      expression: placesOf(this.#expressions),
    }
    for (let message = 0; message < depth; message += 1) {
      if (this.#exact.length > 0) this.#exact.find(texts.exact(message), found.exact, message)
      if (this.#folded.length > 0) this.#folded.find(texts.folded(message), found.folded, message)
      for (const [index, { size, isIn }] of this.#expressions.entries()) {
        if (found.expression[index] !== none) continue
        const text = texts.forExpression(message, size)
        if (text === undefined) break
        if (isIn(text)) found.expression[index] = message
        await slices.pause()
      }
    }
    return found
  }
}

/** Those of the keys that are in the newest messages. */
function hitsOf(keys: readonly KeyPlace[], found: Found, depth: number) {
  return keys.flatMap(({ text, kind, index }) => {
    const message = found[kind][index] ?? none
    return message === none || message >= depth ? [] : [{ text, message }]
  })
}

function isAllowed({ logic }: LoreEntry, hits: number, keys: number): boolean {
  if (logic === 'AND_ANY') return hits > 0
  if (logic === 'AND_ALL') return hits === keys
  return logic === 'NOT_ANY' ? hits === 0 : hits < keys
}

/** The keys of a book, each once. */
class KeyPlaces {
  readonly exact = new KeyList()
  readonly folded = new KeyList()
  readonly expressions: Expression[] = []
  /** Undefined for one that cannot be run. */
  readonly #expressionPlaces = new Map<string, KeyPlace | undefined>()

  constructor(private readonly expand: Expand) {}

  of(keys: readonly string[], entry: LoreEntry): KeyPlace[] {
    const { caseSensitive, wholeWords } = entry
    return keys.flatMap((key) => {
      if (isExpression(key, entry)) return this.#expression(slashedKey(this.expand(key, quoted), entry)) ?? []
      // names can be much longer than their placeholders
      if (this.exact.letters + this.folded.letters > mostLetters) return []
      const text = this.expand(key, (name) => name).trim()
      const compared = exactLoreText(text).trim()
      if (compared === '') return []
      return caseSensitive
        ? [{ text, kind: 'exact', index: this.exact.add(compared, wholeWords) }]
        : [{ text, kind: 'folded', index: this.folded.add(foldedLoreText(compared), wholeWords) }]
    })
  }

  #expression(text: string): KeyPlace | undefined {
    const known = this.#expressionPlaces
    if (known.has(text) || known.size >= mostExpressions) return known.get(text)
    const made = expressionOf(text, newEntry)
    const place =
      typeof made === 'string'
        ? undefined
        : ({ text, kind: 'expression', index: this.expressions.push(made) - 1 } as const)
    known.set(text, place)
    return place
  }
}

class KeyList {
  readonly keys: LiteralKey[] = []
  letters = 0
  readonly #indices = new Map<string, number>()

  add(text: string, wholeWords: boolean): number {
    const name = `${wholeWords ? 'w' : 'p'}${text}`
    const known = this.#indices.get(name)
    if (known !== undefined) return known
    const index = this.keys.push({ text, wholeWords }) - 1
    this.#indices.set(name, index)
    this.letters += text.length
    return index
  }
}
