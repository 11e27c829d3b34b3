import { extname } from 'node:path'
import { Parser } from 'htmlparser2'
import { DocumentRefused } from './document-refused.js'
import type { DocumentFormat } from './document.js'

/** What a file is called, as far as its sender says so. */
export interface FileNames {
  readonly name: string
  readonly mediaType?: string | undefined
}

type TextFormat = Exclude<DocumentFormat, 'pdf' | 'docx'>

const formatsOfNames = new Map<string, TextFormat>([
  ['.txt', 'text'],
  ['.text', 'text'],
  ['.log', 'text'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.tab', 'csv'],
  ['.htm', 'html'],
  ['.html', 'html'],
  ['.xhtml', 'html'],
])
const formatsOfMediaTypes = new Map<string, TextFormat>([
  ['text/markdown', 'markdown'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
])

/** A PDF file can have other bytes before its mark. */
const pdfMarkWithin = 1_024
const zipMark = 'PK\u0003\u0004'
const compoundMark = '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1'
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le')

/** The format of a file that is not one of characters, by its bytes; undefined for any other. */
export function binaryFormatOf(bytes: Uint8Array): 'pdf' | 'docx' | undefined {
  const start = Buffer.from(bytes.subarray(0, pdfMarkWithin)).toString('latin1')
  if (start.startsWith(zipMark)) return 'docx'
  if (start.startsWith(compoundMark)) {
    // an office program puts the encrypted file into one of its older form
    const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(encryptedStream)
    throw new DocumentRefused(isEncrypted ? 'encrypted' : 'not_supported')
  }
  return start.includes('%PDF-') ? 'pdf' : undefined
}

/** A page is one whatever its name is; else the name decides, and other names are those of code. */
export function textFormatOf(text: string, { name, mediaType = '' }: FileNames): TextFormat {
  if (/^\s*\{\\rtf\d/.test(text)) throw new DocumentRefused('not_supported')
  const extension = extname(name).toLowerCase()
  const named = formatOfName(extension, mediaType)
  return named === 'text' && isPage(text) ? 'html' : named
}

/** The format by the name alone, for what must be known before the text. */
export function formatOfName(extension: string, mediaType: string): TextFormat {
  const named = formatsOfNames.get(extension)
  if (named) return named
  const declared = formatsOfMediaTypes.get(mediaType.split(';')[0]?.trim().toLowerCase() ?? '')
  return declared ?? (extension === '' ? 'text' : 'code')
}

/** Whether a text begins as a page does: with its document type or its first element. */
function isPage(text: string): boolean {
  let first: string | undefined
  const parser = new Parser({
    onopentag: (name) => (first ??= name),
    onprocessinginstruction: (name, data) => (first ??= /^!doctype\s+html/i.test(data) ? 'html' : name),
    ontext: (data) => {
      if (data.trim() !== '') first ??= ''
    },
  })
  parser.end(text.slice(0, 4_096))
  return first === 'html'
}
