import type { WorkSlices } from '@parley/runtime'
import { isWholeWord } from './lore-text.js'

export interface LiteralKey {
  readonly text: string
  readonly wholeWords: boolean
}

const none = -1
/** Of the first letters of keys: most positions of a text begin no key. */
const firstLetters = 4_096

/**
 * Finds any number of keys in one pass over a text (Aho and Corasick, 1975): the time depends on the length of the text and
 * of the longest key, not on their number. Its memory is about 40 bytes per letter of the keys.
 */
export class KeyAutomaton {
  readonly #keys: readonly LiteralKey[]
  // the edges of the tree of keys, in a table with open addressing
  readonly #edges: Float64Array
  readonly #targets: Int32Array
  readonly #shift: number
  readonly #first = new Uint8Array(firstLetters)
  /** By node: the node of its longest ending that begins a key, the nearest such node that is a key, and its first key. */
  readonly #fallback: Int32Array
  readonly #shorter: Int32Array
  readonly #keyAt: Int32Array
  /** By key: another one with the same text. */
  readonly #nextKey: Int32Array

  private constructor(keys: readonly LiteralKey[]) {
    this.#keys = keys
    const most = keys.reduce((sum, { text }) => sum + text.length, 1)
    const bits = Math.max(4, Math.ceil(Math.log2(most * 2)))
    this.#shift = 32 - bits
    this.#edges = new Float64Array(2 ** bits).fill(none)
    this.#targets = new Int32Array(2 ** bits)
    this.#keyAt = new Int32Array(most).fill(none)
    this.#nextKey = new Int32Array(keys.length).fill(none)
    this.#fallback = new Int32Array(most)
    this.#shorter = new Int32Array(most)
  }

  static async of(keys: readonly LiteralKey[], slices: WorkSlices): Promise<KeyAutomaton> {
    const made = new KeyAutomaton(keys)
    const parents = new Int32Array(made.#keyAt.length)
    const letters = new Uint16Array(made.#keyAt.length)
    const levels: number[][] = []
    let count = 1
    for (const [key, { text }] of keys.entries()) {
      let node = 0
      for (let index = 0; index < text.length; index += 1) {
        const letter = text.charCodeAt(index)
        const slot = made.#slotOf(node, letter)
        if (made.#edges[slot] === none) {
          made.#edges[slot] = edgeOf(node, letter)
          made.#targets[slot] = count
          parents[count] = node
          letters[count] = letter
          ;(levels[index] ??= []).push(count)
          count += 1
        }
        node = made.#targets[slot] ?? 0
      }
      made.#nextKey[key] = made.#keyAt[node] ?? none
      made.#keyAt[node] = key
      made.#first[text.charCodeAt(0) % firstLetters] = 1
      await slices.pause()
    }
    for (const level of levels.slice(1)) {
      for (const node of level) {
        const parent = made.#fallback[parents[node] ?? 0] ?? 0
        const fallback = made.#after(parent, letters[node] ?? 0)
        made.#fallback[node] = fallback
        made.#shorter[node] = (made.#keyAt[fallback] ?? none) === none ? (made.#shorter[fallback] ?? 0) : fallback
      }
      await slices.pause()
    }
    return made
  }

  /** The number of keys. */
  get length(): number {
    return this.#keys.length
  }

  /** Notes `value` for each key in the text that has none in `found`, where a missing one is -1. */
  find(text: string, found: Int32Array, value: number): void {
    let node = 0
    for (let index = 0; index < text.length; index += 1) {
      const letter = text.charCodeAt(index)
      if (node === 0 && this.#first[letter % firstLetters] === 0) continue
      node = this.#after(node, letter)
      let end = (this.#keyAt[node] ?? none) === none ? (this.#shorter[node] ?? 0) : node
      for (; end !== 0; end = this.#shorter[end] ?? 0)
        for (let key = this.#keyAt[end] ?? none; key !== none; key = this.#nextKey[key] ?? none)
          if (found[key] === none && this.#fits(key, text, index + 1)) found[key] = value
    }
  }

  #fits(key: number, text: string, end: number): boolean {
    const { text: word, wholeWords } = this.#keys[key] ?? { text: '', wholeWords: false }
    return !wholeWords || isWholeWord(text, end - word.length, end)
  }

  /** The node after a letter: that of the longest beginning of a key that ends here. */
  #after(from: number, letter: number): number {
    for (let node = from; ; node = this.#fallback[node] ?? 0) {
      const slot = this.#slotOf(node, letter)
      if (this.#edges[slot] !== none) return this.#targets[slot] ?? 0
      if (node === 0) return 0
    }
  }

  /** Where an edge is, or would be. */
  #slotOf(node: number, letter: number): number {
    const edge = edgeOf(node, letter)
    const mask = this.#edges.length - 1
    let slot = (Math.imul(node, 0x9e_37_79_b1) + Math.imul(letter, 0x85_eb_ca_6b)) >>> this.#shift
    while (this.#edges[slot] !== none && this.#edges[slot] !== edge) slot = (slot + 1) & mask
    return slot
  }
}

const edgeOf = (node: number, letter: number) => node * 0x1_0000 + letter
