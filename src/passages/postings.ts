import { indexKey } from '@parley/chat-log-store'
import { packedNumbers } from './packed-numbers.js'

/** The passages of a file with a term. */
export interface Postings {
  /** How many there are. */
  readonly passages: number
  /**
   * For each of them, in their order, how far its ordinal is from the previous one, and how often it has the term
   * (packed-numbers.ts).
   */
  readonly packed: string
}

const noPostings: Postings = { passages: 0, packed: '' }

/** So many characters a row of postings has about: few rows for a file, and not much to read for a term. */
const bucketLength = 4_096
const mostBuckets = 1_024

/** Collects the postings of a file, passage by passage. */
export class PostingsWriter {
  /** For each key distances of ordinals and counts, in turn. */
  readonly #postings = new Map<number, number[]>()
  readonly #last = new Map<number, number>()
  readonly #lengths: number[] = []

  /** The terms of the next passage. */
  add(terms: Iterable<string>): void {
    const counts = new Map<number, number>()
    let length = 0
    for (const term of terms) {
      const key = indexKey(term)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      length += 1
    }
    const ordinal = this.#lengths.push(length) - 1
    for (const [key, count] of counts) {
      const numbers = this.#postings.get(key)
      if (numbers) numbers.push(ordinal - (this.#last.get(key) ?? 0), count)
      else this.#postings.set(key, [ordinal, count])
      this.#last.set(key, ordinal)
    }
  }

  /** How many terms each passage has. */
  get lengths(): string {
    return packedNumbers(this.#lengths)
  }

  /** The texts of the buckets, some of which may be empty. */
  buckets(): readonly string[] {
    const lines = [...this.#postings].map(
      ([key, numbers]) => [key, `${lineStart(key)}${numbers.length / 2} ${packedNumbers(numbers)}`] as const,
    )
    const length = lines.reduce((sum, [, line]) => sum + line.length, 0)
    let count = 1
    while (count < mostBuckets && count * bucketLength < length) count *= 2
    const texts: string[] = Array.from({ length: count }, () => '')
    for (const [key, line] of lines) {
      const bucket = key % count
      texts[bucket] = `${texts[bucket] ?? ''}${line}`
    }
    return texts
  }
}

/** The number of the bucket of a term in a file with so many. */
export function bucketOf(term: string, buckets: number): number {
  return indexKey(term) % buckets
}

/** The passages with a term, by the text of its bucket. */
export function postingsIn(text: string, term: string): Postings {
  const start = lineStart(indexKey(term))
  const at = text.indexOf(start)
  if (at === -1) return noPostings
  const from = at + start.length
  const end = text.indexOf('\n', from)
  const [passages = '', packed = ''] = text.slice(from, end === -1 ? undefined : end).split(' ')
  return { passages: Number(passages), packed }
}

const lineStart = (key: number) => `\n${key.toString(36)} `
