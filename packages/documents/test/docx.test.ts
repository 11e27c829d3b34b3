import { describe, expect, it } from '@jest/globals'
import { docxFile, paragraph, run, zipFile } from './docx-file.js'
import { read, refusalOf } from './read.js'

const style = (id: string, content: string) => `<w:style w:type="paragraph" w:styleId="${id}">${content}</w:style>`
const styles = [
  style('Heading1', '<w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
  style('Mine', '<w:name w:val="Mine"/><w:basedOn w:val="Heading1"/>'),
  style('Deep', '<w:name w:val="Deep"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
  style('Listed', '<w:name w:val="Listed"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
].join('')
const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${String(index)}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '제%1조')}${level(1, 'ganada', '%2.')}${level(2, 'upperRoman', '%1.%3')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '\uF0B7')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>`
const styled = (id: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${id}"/>`)
const item = (list: number, depth: number, text: string) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${String(depth)}"/><w:numId w:val="${String(list)}"/></w:numPr>`)
const cell = (...content: string[]) => `<w:tc>${content.map((text) => paragraph(run(text))).join('')}</w:tc>`
const blocksOf = async (file: Promise<Buffer>) => (await read('file.docx', await file)).blocks.map(({ text }) => text)

describe('a DOCX file', () => {
  it.each([
    [
      'paragraphs',
      paragraph(`${run('one ')}${run('line')}`) + paragraph('') + paragraph(run('two')),
      ['one line', 'two'],
    ],
    [
      'headings',
      styled('Heading1', 'A') + styled('Mine', 'B') + styled('Deep', 'C') + styled('None', 'D'),
      ['# A', '# B', '### C', 'D'],
    ],
    ['lists', item(2, 0, 'a') + item(2, 0, 'b') + paragraph(run('c')), ['- a\n- b', 'c']],
    [
      'numbers as they are printed',
      item(1, 0, '목적') +
        item(1, 1, 'x') +
        item(1, 1, 'y') +
        item(1, 2, 'z') +
        styled('Listed', '정의') +
        item(1, 1, 'x'),
      ['제1조 목적\n  가. x\n  나. y\n    1.I z\n제2조 정의\n  가. x'],
    ],
    [
      'tables',
      `<w:tbl><w:tr>${cell('a')}${cell('b', 'c')}</w:tr><w:tr>${cell('1')}${cell('')}</w:tr></w:tbl>${paragraph(run('d'))}`,
      ['a | b c\n1 |', 'd'],
    ],
    [
      'line breaks and tabs',
      paragraph(
        `${run('a')}<w:r><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t></w:r>`,
        '<w:tabs><w:tab w:val="left"/></w:tabs>',
      ),
      ['a\nb\tc'],
    ],
    ['links', paragraph(`<w:hyperlink r:id="r1">${run('here')}</w:hyperlink>`), ['here (https://example.com/)']],
    ['hidden text', paragraph(`<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>`), ['hidden']],
    ['no codes of fields', paragraph(`<w:r><w:instrText>PAGE</w:instrText></w:r>${run('1')}`), ['1']],
    [
      'text boxes once, after their paragraph',
      paragraph(
        `${run('before ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${paragraph(run('boxed'))}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph(run('boxed'))}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>${run('after')}`,
      ),
      ['before after', 'boxed'],
    ],
  ])('has %s', async (_name, body, blocks) => {
    expect(
      await blocksOf(docxFile({ body, parts: { styles, numbering }, links: { r1: 'https://example.com/' } })),
    ).toEqual(blocks)
  })

  it('has tracked insertions and no deletions, and counts what it leaves out', async () => {
    const body = [
      paragraph(
        `${run('The price is ')}<w:del w:id="1"><w:r><w:delText>100</w:delText></w:r></w:del><w:ins w:id="2">${run('200')}</w:ins>${run(' won')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
      ),
      paragraph(
        `<w:moveFrom>${run('moved')}</w:moveFrom><w:r><w:commentReference w:id="0"/></w:r>`,
        '<w:rPr><w:del w:id="9"/></w:rPr>',
      ),
      paragraph(
        `<w:moveTo>${run('moved')}</w:moveTo><w:r><w:drawing><wp:docPr id="1" descr="a chart"/><pic:pic/></w:drawing></w:r>`,
      ),
    ].join('')
    const parts = {
      footnotes: `<w:footnote w:type="separator" w:id="0">${paragraph(run('---'))}</w:footnote><w:footnote w:id="2">${paragraph(run(' plus tax'))}</w:footnote>`,
      comments: `<w:comment w:id="0">${paragraph(run('Sure?'))}</w:comment><w:comment w:id="1">${paragraph(run('Yes'))}</w:comment>`,
      header: paragraph(run('Confidential')),
      footer: paragraph(run('1')),
    }
    const { blocks, missing } = await read('contract.docx', await docxFile({ body, parts }))
    expect(blocks).toEqual([
      { text: 'The price is 200 won (footnote 1)' },
      { text: 'moved[picture: a chart]' },
      { text: 'Footnote 1: plus tax' },
    ])
    expect(missing).toEqual([
      { reason: 'deletions', count: 1 },
      { reason: 'pictures', count: 1 },
      { reason: 'headers', count: 1 },
      { reason: 'comments', count: 2 },
    ])
  })

  it('is one by its bytes, and other archives are not', async () => {
    const file = await docxFile({ body: paragraph(run('text')) })
    expect(await read('file.txt', file)).toMatchObject({ format: 'docx', blocks: [{ text: 'text' }] })
    const sheet =
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
    expect(await refusalOf(read('file.docx', await zipFile({ '[Content_Types].xml': sheet })))).toBe('not_supported')
    expect(await refusalOf(read('file.docx', await zipFile({ 'a.txt': 'a' })))).toBe('not_supported')
  })

  it('is refused when it is encrypted, damaged, or without text', async () => {
    const file = await docxFile({ body: paragraph(run('text')) })
    const encrypted = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    expect(await refusalOf(read('file.docx', encrypted))).toBe('encrypted')
    expect(await refusalOf(read('file.docx', file.subarray(0, -30)))).toBe('broken')
    expect(await refusalOf(read('file.docx', await docxFile({ body: '<w:p>' })))).toBe('broken')
    expect(await refusalOf(read('file.docx', await docxFile({ body: paragraph('') })))).toBe('no_text')
  })

  it('is refused when its parts are larger than the bound, or shrink too well', async () => {
    const large = docxFile({
      body: Array.from({ length: 20_000 }, (_each, index) => paragraph(run(String(index * 7_919)))).join(''),
    })
    expect(await refusalOf(read('file.docx', await large, { bounds: { inflatedBytes: 1_000_000 } }))).toBe('too_large')
    expect(await refusalOf(read('file.docx', await docxFile({ body: paragraph(run('a'.repeat(2_000_000))) })))).toBe(
      'too_large',
    )
  })

  it('is refused when it declares entities', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`
    const types =
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    const file = (xml: string) => zipFile({ '[Content_Types].xml': types, 'word/document.xml': xml })
    expect(
      await refusalOf(
        read('file.docx', await file(`${bomb}<w:document><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:document>`)),
      ),
    ).toBe('broken')
    expect(
      await refusalOf(read('file.docx', await file('<w:document><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:document>'))),
    ).toBe('broken')
    expect(await refusalOf(read('file.docx', await file('<w:p>'.repeat(2_000))))).toBe('broken')
  })
})
