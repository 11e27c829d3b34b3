import { describe, expect, it } from '@jest/globals'
import iconv from 'iconv-lite'
import { deflateSync } from 'node:zlib'
import { helvetica, lines, mappedFontFile, pageObjects, pagesFile, pdfFile, pdfStream } from './pdf-file.js'
import { read, refusalOf } from './read.js'

const picture = 'q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00FF EI Q'
const plain = { extra: [], resources: '', pageEntries: '' }

describe('a PDF file', () => {
  it('has a block for each page, with its number', async () => {
    const file = pagesFile([lines('The first page.', 'Its second line.'), lines('The second page.')])
    expect(await read('file.pdf', file)).toEqual({
      format: 'pdf',
      pages: 2,
      blocks: [
        { text: 'The first page.\nIts second line.', page: 1 },
        { text: 'The second page.', page: 2 },
      ],
      missing: [],
    })
  })

  it('is one by its bytes, whatever its name is', async () => {
    const file = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), pagesFile([lines('text')])])
    expect(await read('file.txt', file, { mediaType: 'text/plain' })).toMatchObject({
      format: 'pdf',
      blocks: [{ text: 'text' }],
    })
    expect(await refusalOf(read('file.pdf', Buffer.from([0, 1, 2, 3])))).toBe('not_supported')
  })

  it.each([
    ['KSCms-UHC-H', 'Korea1', '한국어 문서의 계약서', 'cp949'],
    ['KSCms-UHC-HW-H', 'Korea1', '대한민국 헌법', 'cp949'],
    ['90ms-RKSJ-H', 'Japan1', '日本語の文書です', 'shift_jis'],
    ['GBK-EUC-H', 'GB1', '中文文件与合同', 'gbk'],
    ['ETen-B5-H', 'CNS1', '繁體中文文件', 'big5'],
    ['UniKS-UTF16-H', 'Korea1', '한글과 English', 'utf-16be'],
  ])('has the text of fonts with the predefined character map %s', async (map, ordering, text, encoding) => {
    const { blocks, missing } = await read('file.pdf', mappedFontFile(map, ordering, iconv.encode(text, encoding)))
    expect({ blocks, missing }).toEqual({ blocks: [{ text, page: 1 }], missing: [] })
  })

  it('has spaces where the words are apart, and paragraphs where the lines are', async () => {
    const content = `BT /F1 12 Tf 50 740 Td (Two) Tj 40 0 Td (words) Tj -40 -14 Td [(kern) 20 (ed) -400 (word)] TJ
      0 -14 Td (a hyphen-) Tj 0 -14 Td (ated word) Tj 0 -40 Td (A paragraph.) Tj ET`
    const { blocks } = await read('file.pdf', pagesFile([content]))
    expect(blocks[0]?.text).toBe('Two words\nkerned word\na hyphen-\nated word\n\nA paragraph.')
  })

  it('has text in white, or outside of the page, like any other', async () => {
    const content = `${lines('seen')} 1 1 1 rg ${lines('white')} BT /F1 12 Tf 3 Tr 50 300 Td (invisible) Tj ET`
    const { blocks } = await read('file.pdf', pagesFile([content]))
    for (const word of ['seen', 'white', 'invisible']) expect(blocks[0]?.text).toContain(word)
  })

  it('counts the pages without text', async () => {
    const contents = Array.from({ length: 10 }, (_each, index) => (index === 6 ? lines('The only text') : picture))
    expect(await read('file.pdf', pagesFile(contents))).toMatchObject({
      pages: 10,
      blocks: [{ text: 'The only text', page: 7 }],
      missing: [{ reason: 'pages_without_text', count: 9 }],
    })
  })

  it('is refused when no page has text', async () => {
    const scanned = read('file.pdf', pagesFile([picture, picture]))
    expect(await refusalOf(scanned)).toBe('no_text')
    await expect(scanned).rejects.toThrow('There is no text in this file (scanned?)')
  })

  it('is refused when it needs a password', async () => {
    const entries = `/Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}>`
    const objects = [...pageObjects([lines('secret')], plain), `<< ${entries} >>`]
    const trailer = `/Encrypt ${String(objects.length)} 0 R /ID [<00> <00>] `
    expect(await refusalOf(read('file.pdf', pdfFile(objects, { trailer })))).toBe('encrypted')
  })

  it('is read when its table of objects is wrong', async () => {
    const blocks = [{ text: 'still here', page: 1 }]
    const file = pdfFile(pageObjects([lines('still here')], plain), { shift: 7 })
    expect((await read('file.pdf', file)).blocks).toEqual(blocks)
    const elsewhere = file.toString('latin1').replace(/startxref\n\d+/, 'startxref\n99999999')
    expect((await read('file.pdf', Buffer.from(elsewhere, 'latin1'))).blocks).toEqual(blocks)
  })

  it.each([
    ['its mark alone', '%PDF-1.7\n'],
    ['a catalog without pages', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF'],
    ['words', '%PDF-1.7\nThis is not a file of pages.\n'],
  ])('is refused as damaged: %s', async (_name, text) => {
    expect(await refusalOf(read('file.pdf', text))).toBe('broken')
  })

  it('has what was written into its form and onto it, and counts comments', async () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /V (Nova Kim) /Rect [0 0 9 9] >>'
    const onto = '<< /Type /Annot /Subtype /FreeText /Contents (Approved) /Rect [0 0 9 9] /DA (/F1 9 Tf) >>'
    const comment = '<< /Type /Annot /Subtype /Text /Contents (Really?) /Rect [0 0 9 9] >>'
    const file = pagesFile([lines('A form')], {
      pageEntries: '/Annots [6 0 R 7 0 R 8 0 R]',
      extra: [field, onto, comment],
    })
    const { blocks, missing } = await read('file.pdf', file)
    expect(blocks).toEqual([{ text: 'A form\n\nApproved\nName: Nova Kim', page: 1 }])
    expect(missing).toEqual([{ reason: 'comments', count: 1 }])
  })

  it('ends at its bounds, and counts the rest', async () => {
    const file = pagesFile(Array.from({ length: 20 }, (_each, index) => lines(`page ${String(index + 1)}`)))
    expect(await read('file.pdf', file, { bounds: { pages: 3 } })).toMatchObject({
      pages: 20,
      blocks: [{ page: 1 }, { page: 2 }, { page: 3 }],
      missing: [{ reason: 'pages_beyond_limit', count: 17 }],
    })
    expect(await read('file.pdf', file, { bounds: { characters: 12 } })).toMatchObject({
      blocks: [{ text: 'page 1' }, { text: 'page' }],
      missing: [
        { reason: 'characters_beyond_limit', count: 2 },
        { reason: 'pages_beyond_limit', count: 18 },
      ],
    })
  })

  it('counts glyphs without a character', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>'
    const map = 'beginbfchar <41> <E123> <42> <0042> <43> <F0B7> endbfchar'.replace('beginbfchar', '3 beginbfchar')
    const file = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [6 0 R] /Count 1 >>',
      helvetica,
      font,
      pdfStream(
        `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${map} endcmap end`,
      ),
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 7 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
      pdfStream('BT /F1 12 Tf 50 740 Td (CAB) Tj ET'),
    ])
    const { blocks, missing } = await read('file.pdf', file)
    expect(blocks).toEqual([{ text: '•B', page: 1 }])
    expect(missing).toEqual([{ reason: 'unmapped_characters', count: 1 }])
  })

  it('has spaces where the font has lost the name of its space, as in files of browsers', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>'
    const map =
      '1 begincodespacerange <00> <FF> endcodespacerange 3 beginbfchar <41> <0041> <42> <0042> <03> <0001> endbfchar'
    const file = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [6 0 R] /Count 1 >>',
      helvetica,
      font,
      pdfStream(`/CIDInit /ProcSet findresource begin begincmap ${map} endcmap end`),
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 7 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
      pdfStream('BT /F1 12 Tf 50 740 Td <4142> Tj 12 0 Td <03> Tj 6 0 Td <42> Tj <0341> Tj ET'),
    ])
    const { blocks, missing } = await read('file.pdf', file)
    expect(blocks).toEqual([{ text: 'AB B A', page: 1 }])
    expect(missing).toEqual([])
  })

  it('reads compressed contents', async () => {
    const content = deflateSync(lines('small')).toString('latin1')
    const objects = pageObjects([''], plain)
    objects[4] = pdfStream(content, '/Filter /FlateDecode ')
    expect((await read('file.pdf', pdfFile(objects))).blocks).toEqual([{ text: 'small', page: 1 }])
  })
})
