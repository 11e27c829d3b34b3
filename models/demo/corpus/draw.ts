import { SeededRandom } from '@parley/testing'
import type { Part } from './dialogue.js'

/** Phrasings with the same meaning, separate for each part. In brackets: `[one|or the other]`. */
export interface Phrasings {
  readonly training: readonly string[]
  readonly heldOut: readonly string[]
}

const heldOutShare = 6

/** Random choices from a seed, from only one part of the material. */
export class Draw {
  readonly #random: SeededRandom

  constructor(
    readonly part: Part,
    seed: number,
  ) {
    this.#random = new SeededRandom(seed)
  }

  chance(share: number): boolean {
    return this.#random.uniform() < share
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.#random.uniform() * (max - min + 1))
  }

  one<T>(items: readonly T[]): T {
    const item = items[this.whole(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to draw from')
    return item
  }

  /** A number of different items in any order; all of them when there are fewer. */
  some<T>(items: readonly T[], count: number): T[] {
    const left = [...items]
    return Array.from({ length: Math.min(count, items.length) }, () => {
      const index = this.whole(0, left.length - 1)
      const [item] = left.splice(index, 1)
      if (item === undefined) throw new Error('nothing to draw from')
      return item
    })
  }

  /** A text that belongs to this part: generated again until it does. */
  own(make: () => string): string {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const text = make()
      if (partOf(text) === this.part) return text
    }
    throw new Error(`nothing ${this.part} among texts such as ${make()}`)
  }

  phrase({ training, heldOut }: Phrasings): string {
    return this.expand(this.one(this.part === 'training' ? training : heldOut))
  }

  /** Chooses in every bracket, the innermost first. */
  expand(template: string): string {
    const innermost = /\[([^[\]]*)\]/
    let text = template
    for (let found = innermost.exec(text); found; found = innermost.exec(text)) {
      const choice = this.one((found[1] ?? '').split('|'))
      text = text.slice(0, found.index) + choice + text.slice(found.index + found[0].length)
    }
    // an empty choice leaves its space
    return text.replace(/ {2,}/g, ' ')
  }
}

/** The part of a name or a fact: one in six is held out, always the same ones, in any case of letters. */
export function partOf(text: string): Part {
  let hash = 0x811c9dc5
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  // the low bits of this hash mainly depend on the last letter
  return ((hash >>> 13) ^ hash) % heldOutShare === 0 ? 'held-out' : 'training'
}
