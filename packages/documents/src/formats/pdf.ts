import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import type { CollectedText } from '../collected-text.js'
import { DocumentRefused } from '../document-refused.js'

/** The character maps of Chinese, Japanese and Korean fonts, in the form of pdf.js. */
const characterMaps = mapsFolder(dirname(fileURLToPath(import.meta.url))) + sep

/** A build bundles this file into a folder beside `packages`. */
function mapsFolder(below: string): string {
  const folder = join(below, 'packages', 'documents', 'cmaps')
  return existsSync(folder) || below === dirname(below) ? folder : mapsFolder(dirname(below))
}

/** A line that is further below than so many heights of its letters begins a paragraph. */
const paragraphGap = 1.9

/** Bullets of the symbol fonts of office programs, which have no characters of their own. */
const symbolBullets = /[\uF0A7\uF0A8\uF0B7\uF0D8\uF0FC\uF076]/g
/** The space of a font that browsers have cut: its name is lost, and pdf.js sets it apart from the words around it. */
const unnamedSpace = /^[\0-\x08\x0B-\x1F]$/
// and halves of characters
const unmapped = /[\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu

/** One block a page. Returns the number of pages of the file, also of those beyond the bound. */
export async function readPdf(data: Uint8Array, collected: CollectedText, maxPages: number): Promise<number> {
  const { getDocument, VerbosityLevel } = await import('unpdf/pdfjs')
  const loading = getDocument({
    // of its own: pdf.js transfers it
    data: new Uint8Array(data),
    cMapUrl: characterMaps,
    cMapPacked: true,
    // their files are needed to draw, and not for the text
    useSystemFonts: true,
    disableFontFace: true,
    isEvalSupported: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await loading.promise
    await readPages(document, collected, maxPages)
    return document.numPages
  } catch (error) {
    if (error instanceof DocumentRefused) throw error
    if (error instanceof Error && error.name === 'PasswordException') throw new DocumentRefused('encrypted')
    throw new DocumentRefused('broken')
  } finally {
    await loading.destroy()
  }
}

async function readPages(document: PDFDocumentProxy, collected: CollectedText, maxPages: number): Promise<void> {
  const { numPages } = document
  const last = Math.min(numPages, maxPages)
  let withoutText = 0
  let unreadable = 0
  let number = 1
  for (; number <= last && !collected.isFull; number += 1) {
    const text = await textOfPage(document, number, collected)
    if (text === undefined) unreadable += 1
    else if (text.trim() === '') withoutText += 1
    else collected.add(text, { page: number })
  }
  if (collected.blocks.length === 0 && unreadable > 0) throw new DocumentRefused('broken')
  if (collected.blocks.length === 0) throw new DocumentRefused('no_text', 'There is no text in this file (scanned?)')
  collected.count('pages_without_text', withoutText)
  collected.count('unreadable_pages', unreadable)
  collected.count('pages_beyond_limit', numPages - number + 1)
}

/** Undefined for a page with a fault. */
async function textOfPage(
  document: PDFDocumentProxy,
  number: number,
  collected: CollectedText,
): Promise<string | undefined> {
  try {
    const page = await document.getPage(number)
    const parts = [await printedText(page), await fieldText(page, collected)]
    page.cleanup()
    const text = parts.filter((part) => part !== '').join('\n\n')
    const mapped = text.replace(symbolBullets, '•')
    const known = mapped.replace(unmapped, '')
    collected.count('unmapped_characters', mapped.length - known.length)
    return known
  } catch {
    return undefined
  }
}

/** In the order of the file, which is that of reading in all but odd files. A word that a line end divides stays divided. */
async function printedText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  let text = ''
  let lastY: number | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    const y: unknown = item.transform[5]
    if (item.str.trim() !== '' && typeof y === 'number') {
      const isFar = lastY !== undefined && Math.abs(lastY - y) > item.height * paragraphGap
      if (isFar && item.height > 0 && text.endsWith('\n')) text += '\n'
      lastY = y
    }
    text += unnamedSpace.test(item.str) ? ' ' : item.str
    if (item.hasEOL) text = `${text.trimEnd()}\n`
  }
  return text
}

interface Annotation {
  readonly subtype?: string
  readonly fieldType?: string
  readonly fieldName?: string
  readonly fieldValue?: unknown
  readonly contentsObj?: { readonly str?: string }
}

/** What was written into the fields of a form and onto the page. Comments are counted. */
async function fieldText(page: PDFPageProxy, collected: CollectedText): Promise<string> {
  const annotations = (await page.getAnnotations()) as readonly Annotation[]
  const lines: string[] = []
  for (const { subtype, fieldType, fieldName = '', fieldValue, contentsObj } of annotations) {
    const contents = contentsObj?.str?.trim() ?? ''
    if (subtype === 'Widget' && fieldType !== 'Sig') {
      const values = [fieldValue].flat().filter((value) => typeof value === 'string' && value !== '' && value !== 'Off')
      if (values.length > 0) lines.push(`${fieldName}: ${values.join(', ')}`)
    } else if (subtype === 'FreeText' && contents !== '') lines.push(contents)
    else if (contents !== '' && subtype !== 'Link') collected.count('comments')
  }
  return lines.join('\n')
}
