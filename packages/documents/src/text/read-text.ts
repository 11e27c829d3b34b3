import { fileTypeFromBuffer } from 'file-type'
import { DocumentRefused } from '../document-refused.js'
import { type Decoded, decode, decodeStrictly, type Encoding, encodingNamed } from './encodings.js'
import { guessEncoding, guessUtf16 } from './guess-encoding.js'

export interface FileText extends Decoded {
  readonly encoding: Encoding
  readonly isGuess: boolean
}

interface Hints {
  /** As a person has chosen it. */
  readonly encoding?: string | undefined
  /** As the file names it, if that is not UTF-8. */
  readonly declared?: string | undefined
}

const byteOrderMarks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** A text has fewer control characters than one of so many characters. */
const charactersPerControl = 100
/** What a text is shows in its beginning. */
const sampleCharacters = 100_000

/**
 * The text of a file of characters: by the chosen encoding, a byte order mark, strict UTF-8, or a guess. Line ends become
 * line feeds. Throws DocumentRefused for other files.
 */
export async function readText(bytes: Uint8Array, hints: Hints = {}): Promise<FileText> {
  const found = decodeFile(bytes, hints)
  if (!found || isBinary(found.text)) throw await notText(bytes)
  return { ...found, text: found.text.replace(/\r\n?/g, '\n') }
}

function decodeFile(bytes: Uint8Array, { encoding, declared }: Hints): FileText | undefined {
  if (encoding !== undefined) {
    const chosen = encodingNamed(encoding)
    if (!chosen) throw new DocumentRefused('not_supported', 'This encoding is not supported')
    return { ...decode(bytes, chosen), encoding: chosen, isGuess: false }
  }
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return { ...decode(bytes, marked[0]), encoding: marked[0], isGuess: false }
  const text = decodeStrictly(bytes, 'utf-8')
  if (text !== undefined && !text.includes('\0')) return { text, faults: 0, encoding: 'utf-8', isGuess: false }
  if (bytes.includes(0)) {
    const utf16 = guessUtf16(bytes)
    if (utf16) return { ...decode(bytes, utf16), encoding: utf16, isGuess: true }
    return text === undefined ? undefined : { text, faults: 0, encoding: 'utf-8', isGuess: false }
  }
  const named = declared === undefined ? undefined : encodingNamed(declared)
  if (named && !named.startsWith('utf-')) return { ...decode(bytes, named), encoding: named, isGuess: false }
  return guessed(bytes)
}

function guessed(bytes: Uint8Array): FileText | undefined {
  // UTF-8 with some damage, as after a cut
  const utf8 = decode(bytes, 'utf-8')
  const sample = utf8.text.slice(0, sampleCharacters)
  const faults = sample.match(/\uFFFD/g)?.length ?? 0
  const beyondAscii = (sample.match(/[^\0-\x7F]/g)?.length ?? 0) - faults
  if (beyondAscii > faults * 4) return { ...utf8, encoding: 'utf-8', isGuess: true }
  const encoding = guessEncoding(bytes)
  return encoding && { ...decode(bytes, encoding), encoding, isGuess: true }
}

/** NUL characters and other controls beyond line ends, tabs, form feeds, escapes. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, sampleCharacters)
  const controls = sample.match(/[\0-\x06\x0E-\x1A\x1C-\x1F\x7F-\x9F]/g)?.length ?? 0
  return controls * charactersPerControl > sample.length
}

async function notText(bytes: Uint8Array): Promise<DocumentRefused> {
  const type = await fileTypeFromBuffer(bytes)
  return new DocumentRefused('not_supported', type && `Files of the type ${type.mime} are not supported`)
}
