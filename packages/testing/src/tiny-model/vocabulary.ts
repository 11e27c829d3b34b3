import { words } from './words.js'

/** The chat template of the file; it determines the control tokens and the end token. */
export type TinyTemplate = 'chatml' | 'llama3' | 'none'

interface VocabularyOptions {
  readonly template: TinyTemplate
  readonly says: readonly string[]
  readonly hasLooseMarkers: boolean
  readonly looseMarkers: readonly string[]
}

export interface Vocabulary {
  readonly texts: readonly string[]
  /** Token types as GGUF numbers them. */
  readonly types: readonly number[]
  readonly scores: readonly number[]
  /** The tokens that the model generates; all others are suppressed. */
  readonly sayable: ReadonlySet<number>
  readonly begin: number
  readonly end: number
  readonly unknown: number
}

const types = { normal: 1, unknown: 2, control: 3, userDefined: 4, byte: 6 } as const
const space = '\u2581'

const controls = {
  chatml: ['<|im_start|>', '<|im_end|>'],
  llama3: ['<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>'],
  none: [],
} as const
const ends = { chatml: '<|im_end|>', llama3: '<|eot_id|>', none: '</s>' } as const

/**
 * A SentencePiece vocabulary: control tokens, all bytes, and every prefix of the words, so that text merges into words.
 */
export function createVocabulary({ template, says, hasLooseMarkers, looseMarkers }: VocabularyOptions): Vocabulary {
  const ids = new Map<string, number>()
  const rows: { text: string; type: number; score: number }[] = []
  const add = (text: string, type: number, score: number): number => {
    const known = ids.get(text)
    if (known !== undefined) return known
    ids.set(text, rows.length)
    return rows.push({ text, type, score }) - 1
  }
  const unknown = add('<unk>', types.unknown, 0)
  const begin = add('<s>', types.control, 0)
  add('</s>', types.control, 0)
  for (const text of controls[template]) add(text, hasLooseMarkers ? types.userDefined : types.control, 0)
  for (const text of looseMarkers) add(text, types.userDefined, 0)
  for (let byte = 0; byte < 256; byte += 1) {
    add(`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, types.byte, 0)
  }
  const sayable = new Set(
    says.map((text) =>
      add(text.replaceAll(' ', space), types.normal, text.startsWith(' ') ? -1 - (text.length - 1) / 100 : -3),
    ),
  )
  for (const word of words) {
    for (let length = 1; length <= word.length; length += 1) {
      for (const start of ['', space]) add(start + word.slice(0, length), types.normal, length - 15)
    }
  }
  for (let code = 33; code < 127; code += 1) add(String.fromCharCode(code), types.normal, -20)
  add(space, types.normal, -20)
  return {
    texts: rows.map(({ text }) => text),
    types: rows.map(({ type }) => type),
    scores: rows.map(({ score }) => score),
    sayable,
    begin,
    end: add(ends[template], types.control, 0),
    unknown,
  }
}
