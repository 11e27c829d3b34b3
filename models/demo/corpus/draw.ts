import { SeededRandom } from '../../../tools/tiny-model/seeded-random.js'
import type { Part } from './dialogue.js'

/** Ways to say the same, none of the one part in the other. In brackets: `[one|or the other]`. */
export interface Phrasings {
  readonly training: readonly string[]
  readonly heldOut: readonly string[]
}

const heldOutShare = 6

/** Chance, repeatable by its seed, and only from one part of what there is. */
export class Draw {
  private readonly random: SeededRandom

  constructor(
    readonly part: Part,
    seed: number,
  ) {
    this.random = new SeededRandom(seed)
  }

  chance(share: number): boolean {
    return this.random.uniform() < share
  }

  /** From `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.random.uniform() * (max - min + 1))
  }

  one<T>(items: readonly T[]): T {
    const item = items[this.whole(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to draw from')
    return item
  }

  /** That many different ones, in any order; all of them when there are fewer. */
  some<T>(items: readonly T[], count: number): T[] {
    const left = [...items]
    return Array.from({ length: Math.min(count, items.length) }, () => {
      const index = this.whole(0, left.length - 1)
      const [item] = left.splice(index, 1)
      if (item === undefined) throw new Error('nothing to draw from')
      return item
    })
  }

  /** A text that belongs to this part: made again until it does. */
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

  /** Chooses in every bracket, from the innermost out. */
  expand(template: string): string {
    const innermost = /\[([^[\]]*)\]/
    let text = template
    for (let found = innermost.exec(text); found; found = innermost.exec(text)) {
      const choice = this.one((found[1] ?? '').split('|'))
      text = text.slice(0, found.index) + choice + text.slice(found.index + found[0].length)
    }
    // an empty choice leaves its space behind
    return text.replace(/ {2,}/g, ' ')
  }
}

/** Where a name or a fact belongs: one in six is held out, the same ones always, in any case of letters. */
export function partOf(text: string): Part {
  let hash = 0x811c9dc5
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  // the low bits of this hash depend on the last letter most
  return ((hash >>> 13) ^ hash) % heldOutShare === 0 ? 'held-out' : 'training'
}
