import type { Block } from '@parley/documents'
import type { PassagePlace } from './passage.js'

export interface TextPassage extends PassagePlace {
  readonly text: string
}

/** In bytes of UTF-8, which suit the tokens of all scripts better than characters do: about 300 tokens. */
const [wantedBytes, mostBytes] = [1_000, 1_600]
const blankLine = '\n\n'
/** Where a long block is divided, the best places first: between lines, sentences, words. */
const ends = [/\n/gu, /[.!?…]["'”’)\]]*\s+|[。！？]["'”’）」』]*\s*/gu, /\s+/gu] as const

/**
 * The passages of the blocks of a document: small blocks of a page together, long ones divided. Joined, they are the
 * blocks with a blank line after each but the last.
 */
export function* passagesOf(blocks: readonly Block[]): Generator<TextPassage, void> {
  let open: (PassagePlace & { text: string; bytes: number }) | undefined
  for (const [index, { text, page = null, line = null }] of blocks.entries()) {
    const whole = index === blocks.length - 1 ? text : text + blankLine
    let lines = 0
    for (const part of partsOf(whole)) {
      const bytes = Buffer.byteLength(part)
      if (open && (open.page !== page || open.bytes >= wantedBytes || open.bytes + bytes > mostBytes)) {
        yield shown(open)
        open = undefined
      }
      if (open) {
        open.text += part
        open.bytes += bytes
      } else open = { text: part, bytes, page, line: line === null ? null : line + lines }
      lines += part.split('\n').length - 1
    }
  }
  if (open) yield shown(open)
}

function shown({ text, page, line }: TextPassage): TextPassage {
  return { text, page, line }
}

/** The parts of a block, none above the most bytes. */
function* partsOf(text: string): Generator<string, void> {
  let rest = text
  // a long text is not counted as a whole for each part
  while (rest.length > mostBytes || Buffer.byteLength(rest) > mostBytes) {
    const end = endWithin(rest)
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
  if (rest !== '') yield rest
}

/** The last good place of a text to divide it, at most the most bytes away. */
function endWithin(text: string): number {
  const most = lengthWithin(text, mostBytes)
  const window = text.slice(0, most)
  for (const end of ends) {
    let last = 0
    for (const found of window.matchAll(end)) last = found.index + found[0].length
    if (last > most / 3) return last
  }
  return most
}

/** So many code units, and no half of a character, have at most these bytes. */
function lengthWithin(text: string, bytes: number): number {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return read
}
