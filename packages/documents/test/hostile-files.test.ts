import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { deflateSync } from 'node:zlib'
import type { DocumentBounds } from '../src/document.js'
import { DocumentReader } from '../src/document-reader.js'
import { docxFile, paragraph, run, zipFile } from './docx-file.js'
import { lines, pageObjects, pagesFile, pdfFile, pdfStream } from './pdf-file.js'
import { refusalOf } from './read.js'

const plain = { extra: [], resources: '', pageEntries: '' }
const signal = new AbortController().signal
const reader = new DocumentReader()
/** A page whose contents inflate twice: 400 MB from some kilobytes. */
function inflatingFile(): Buffer {
  const once = deflateSync(Buffer.alloc(400_000_000, ' '))
  const objects = pageObjects([''], plain)
  objects[4] = pdfStream(deflateSync(once).toString('latin1'), '/Filter [/FlateDecode /FlateDecode] ')
  return pdfFile(objects)
}

/** A page in a font with this map to Unicode. */
function mappedFile(map: string): Buffer {
  const objects = pageObjects([lines('ABC')], plain)
  objects[2] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>'
  const code = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${map} endcmap end`
  return pdfFile([...objects, pdfStream(code)])
}

const changed = (index: number, object: string, contents = [lines('text')]) => {
  const objects = pageObjects(contents, plain)
  objects[index] = object
  return pdfFile(objects)
}

interface Hostile {
  readonly file: () => Buffer | Promise<Buffer>
  readonly end: string
  readonly name?: string
  readonly bounds?: Partial<DocumentBounds>
}

const hostileFiles: Readonly<Record<string, Hostile>> = {
  'contents that inflate to 400 MB': {
    file: inflatingFile,
    end: 'out_of_memory',
    bounds: { memoryMegabytes: 128 },
  },
  'a picture that inflates to 400 MB, which is not read': {
    file: () => {
      const once = deflateSync(Buffer.alloc(400_000_000))
      const image = pdfStream(
        deflateSync(once).toString('latin1'),
        '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter [/FlateDecode /FlateDecode] ',
      )
      const contents = ['q 1 0 0 1 0 0 cm /X Do Q', lines('text')]
      return pagesFile(contents, { resources: '/XObject << /X 8 0 R >>', extra: [image] })
    },
    end: 'read',
    bounds: { memoryMegabytes: 128 },
  },
  'a form that draws itself': {
    file: () => {
      const form = pdfStream(
        '/X Do BT /F1 9 Tf (inner) Tj ET',
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >> ',
      )
      return pagesFile([`/X Do ${lines('text')}`], { resources: '/XObject << /X 6 0 R >>', extra: [form] })
    },
    end: 'read',
    bounds: { milliseconds: 5_000 },
  },
  'forms that each draw the next one ten times': {
    file: () => {
      const forms = Array.from({ length: 12 }, (_each, index) =>
        pdfStream(
          '/X Do '.repeat(10) + 'BT /F1 9 Tf (inner) Tj ET',
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${String(7 + index)} 0 R >> >> `,
        ),
      )
      return pagesFile([`/X Do ${lines('text')}`], { resources: '/XObject << /X 6 0 R >>', extra: forms })
    },
    end: 'timed_out',
    bounds: { milliseconds: 2_000 },
  },
  'a tree of pages that contains itself': {
    file: () => changed(1, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'),
    end: 'broken',
  },
  'two billion pages': {
    file: () => changed(1, '<< /Type /Pages /Kids [4 0 R] /Count 2000000000 >>'),
    end: 'read',
  },
  'a table of objects that refers to itself': {
    file: () => pdfFile(pageObjects([lines('text')], plain), { trailer: '/Prev 9 ' }),
    end: 'read',
  },
  'a map to Unicode of four billion characters': {
    file: () => mappedFile('1 beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange'),
    end: 'read',
    bounds: { milliseconds: 5_000, memoryMegabytes: 128 },
  },
  'a million maps to Unicode': {
    file: () => mappedFile('1 beginbfrange <0000> <FFFFFE> <0000> endbfrange '.repeat(100_000)),
    end: 'out_of_memory',
    bounds: { milliseconds: 5_000, memoryMegabytes: 64 },
  },
  'a million nested arrays': {
    file: () => changed(4, pdfStream(`${'['.repeat(1_000_000)} Tj`)),
    end: 'no_text',
  },
  'a dictionary of a million levels': {
    file: () => changed(0, `<< /Type /Catalog /Pages 2 0 R /X ${'<< /A '.repeat(1_000_000)}`),
    end: 'broken',
  },
  '10,000 pages': {
    file: () => pagesFile(Array.from({ length: 10_000 }, () => lines('text'))),
    end: 'read',
  },
  'a DOCX file that inflates to 100 MB': {
    file: () => docxFile({ body: paragraph(run('a'.repeat(100_000_000))) }),
    name: 'file.docx',
    end: 'too_large',
  },
  'an archive of 20,000 parts': {
    file: async () => {
      const zip = await zipFile({ 'a.txt': 'a' })
      // the counts at its end
      zip.writeUInt16LE(20_000, zip.length - 14)
      zip.writeUInt16LE(20_000, zip.length - 12)
      return zip
    },
    end: 'too_large',
  },
  'a DOCX file of entities': {
    file: () =>
      zipFile({
        '[Content_Types].xml': `<!DOCTYPE x [${Array.from({ length: 20 }, (_each, index) => `<!ENTITY e${String(index + 1)} "${`&e${String(index)};`.repeat(10)}">`).join('')}]><x>&e20;</x>`,
      }),
    end: 'broken',
  },
  'a page of eight million elements that do not end': {
    file: () => Buffer.from('<i>'.repeat(8_000_000)),
    name: 'page.html',
    end: 'broken',
  },
  'a line of 25 MB': {
    file: () => Buffer.alloc(25_000_000, 'a'),
    name: 'file.txt',
    end: 'read',
  },
  '12 million rows of an open quote': {
    file: () => Buffer.alloc(24_000_000, '"\n'),
    name: 'file.csv',
    end: 'read',
  },
  'eight million blocks': {
    file: () => Buffer.alloc(24_000_000, 'a\n\n'),
    name: 'file.txt',
    end: 'read',
  },
  'a file of 26 MB': { file: () => Buffer.alloc(26_000_000, 'a'), name: 'file.txt', end: 'too_large' },
}

afterAll(() => reader.stop())

describe('a hostile file ends with the reason', () => {
  // the next document is read
  afterEach(async () => {
    const { blocks } = await reader.readDocument(Buffer.from('next'), { name: 'next.txt' }, signal)
    expect(blocks).toEqual([{ text: 'next', line: 1 }])
  })

  it.each(Object.entries(hostileFiles))(
    '%s',
    async (_name, { file, end, name = 'file.pdf', bounds = {} }) => {
      const bytes = await file()
      const found = await refusalOf(reader.readDocument(bytes, { name, bounds }, signal))
      expect(found).toBe(end)
    },
    180_000,
  )
})
