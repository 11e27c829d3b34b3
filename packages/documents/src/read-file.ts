import { extname } from 'node:path'
import { CollectedText } from './collected-text.js'
import { DocumentRefused } from './document-refused.js'
import type { DocumentBounds, DocumentText } from './document.js'
import { binaryFormatOf, type FileNames, formatOfName, textFormatOf } from './format-of.js'
import { declaredEncoding, readHtml } from './formats/html.js'
import { readLines } from './text/lines.js'
import { readRows } from './text/rows.js'
import { readText } from './text/read-text.js'

export interface FileDescription extends FileNames {
  /** As a person has chosen it; otherwise it is found. */
  readonly encoding?: string | undefined
}

/** The text of a file. Throws DocumentRefused. */
export async function readFile(
  bytes: Uint8Array,
  file: FileDescription,
  bounds: DocumentBounds,
): Promise<DocumentText> {
  if (bytes.length > bounds.fileBytes) throw new DocumentRefused('too_large')
  const collected = new CollectedText(bounds.characters)
  const binary = binaryFormatOf(bytes)
  const found = binary === undefined ? await readCharacters(bytes, file, collected) : { format: binary }
  let pages: number | undefined
  if (binary === 'pdf') {
    const { readPdf } = await import('./formats/pdf.js')
    pages = await readPdf(bytes, collected, bounds.pages)
  } else if (binary === 'docx') {
    const { readDocx } = await import('./formats/docx/docx.js')
    await readDocx(bytes, collected, bounds.inflatedBytes)
  }
  if (collected.blocks.length === 0) throw new DocumentRefused('no_text')
  return { ...found, ...(pages !== undefined && { pages }), blocks: collected.blocks, missing: collected.missing }
}

async function readCharacters(
  bytes: Uint8Array,
  file: FileDescription,
  collected: CollectedText,
): Promise<Pick<DocumentText, 'format' | 'encoding'>> {
  const byName = formatOfName(extname(file.name).toLowerCase(), file.mediaType ?? '')
  const declared = byName === 'html' ? declaredEncoding(bytes) : undefined
  const { text, faults, encoding, isGuess } = await readText(bytes, { encoding: file.encoding, declared })
  const format = textFormatOf(text, file)
  collected.count('undecodable_characters', faults)
  if (format === 'csv') readRows(text, collected)
  else if (format === 'html') readHtml(text, collected)
  else readLines(text, collected)
  return { format, encoding: { name: encoding, isGuess } }
}
