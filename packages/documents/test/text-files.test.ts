import { describe, expect, it } from '@jest/globals'
import iconv from 'iconv-lite'
import { read, refusalOf, textOf } from './read.js'

const korean = '제1조 (목적)\n이 계약은 갑과 을 사이의 물품 공급에 관한 사항을 정한다.\n'
const koreanTable = '이름,나이,도시\n홍길동,34,서울\n김영희,29,부산\n'
const chinese = '本合同由甲乙双方签订，目的在于规定货物供应的有关事项。\n'
const chineseTable = '姓名,年龄,城市\n张三,34,北京\n李四,29,上海\n'
const traditional = '本合約由甲乙雙方簽訂，目的在於規定貨物供應的有關事項。\n'
const japanese = 'これは日本語の文書です。契約書の目的はこちらです。\n'
const german = 'Der Vertrag über die Lieferung von Gütern wird zwischen den Parteien geschlossen.\n'
const russian = 'Договор поставки товаров между сторонами заключён в городе Москве.\n'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const big = (bytes: Buffer) => Buffer.from(bytes).swap16()

describe('the encoding of a file of characters', () => {
  it.each([
    ['UTF-8', korean, Buffer.from(korean), 'utf-8', false],
    ['UTF-8 with a byte order mark', korean, Buffer.from(`\uFEFF${korean}`), 'utf-8', false],
    ['UTF-16 with a byte order mark', korean, utf16(`\uFEFF${korean}`), 'utf-16le', false],
    ['big-endian UTF-16 with a byte order mark', korean, big(utf16(`\uFEFF${korean}`)), 'utf-16be', false],
    ['UTF-16 without a byte order mark', korean, utf16(korean), 'utf-16le', true],
    ['big-endian UTF-16 without a byte order mark', korean, big(utf16(korean)), 'utf-16be', true],
    ['UTF-16 of ASCII', 'a,b\n1,2\n', utf16('a,b\n1,2\n'), 'utf-16le', true],
    ['CP949', korean, iconv.encode(korean, 'cp949'), 'cp949', true],
    ['CP949 of a short table', koreanTable, iconv.encode(koreanTable, 'cp949'), 'cp949', true],
    [
      'CP949 beyond KS X 1001',
      '똠방각하의 펲시콜라 뷁\n',
      iconv.encode('똠방각하의 펲시콜라 뷁\n', 'cp949'),
      'cp949',
      true,
    ],
    ['CP949 of one word', '가격\n', iconv.encode('가격\n', 'cp949'), 'cp949', true],
    ['GB18030', chinese, iconv.encode(chinese, 'gb18030'), 'gb18030', true],
    ['GB18030 of a short table', chineseTable, iconv.encode(chineseTable, 'gb18030'), 'gb18030', true],
    ['Big5', traditional, iconv.encode(traditional, 'big5'), 'big5', true],
    ['Shift_JIS', japanese, iconv.encode(japanese, 'shift_jis'), 'shift_jis', true],
    ['EUC-JP', japanese, iconv.encode(japanese, 'euc-jp'), 'euc-jp', true],
    ['Latin-1', german, Buffer.from(german, 'latin1'), 'windows-1252', true],
    [
      'Latin-1 of a few words',
      'Prix;Café\n3;crème\n',
      Buffer.from('Prix;Café\n3;crème\n', 'latin1'),
      'windows-1252',
      true,
    ],
    ['windows-1251', russian, iconv.encode(russian, 'windows-1251'), 'windows-1251', true],
    ['KOI8-R', russian, iconv.encode(russian, 'koi8-r'), 'koi8-r', true],
  ])('is found: %s', async (_name, text, bytes, name, isGuess) => {
    const document = await read('file.txt', bytes)
    expect(document.encoding).toEqual({ name, isGuess })
    expect(textOf(document)).toBe(text.trim())
    expect(document.missing).toEqual([])
  })

  it('is found beyond the first lines, which are of ASCII', async () => {
    const document = await read('long.txt', iconv.encode(`${'0123456789\n'.repeat(20_000)}${korean}`, 'cp949'))
    expect(document.encoding).toEqual({ name: 'cp949', isGuess: true })
  })

  it('can be chosen, by any usual name of it', async () => {
    const bytes = iconv.encode('가격', 'cp949')
    const document = await read('file.txt', bytes, { encoding: 'EUC-KR' })
    expect(document).toMatchObject({ encoding: { name: 'cp949', isGuess: false }, blocks: [{ text: '가격' }] })
    expect(await refusalOf(read('file.txt', bytes, { encoding: 'ebcdic' }))).toBe('not_supported')
  })

  it('counts each character that the bytes do not have', async () => {
    const chosen = await read('file.txt', iconv.encode(korean, 'cp949'), { encoding: 'utf-8' })
    expect(chosen.missing).toEqual([
      { reason: 'undecodable_characters', count: textOf(chosen).split('\uFFFD').length - 1 },
    ])
    const cut = await read('file.txt', Buffer.from(korean).subarray(0, -3))
    expect(cut.encoding).toEqual({ name: 'utf-8', isGuess: true })
    expect(cut.missing).toEqual([{ reason: 'undecodable_characters', count: 1 }])
    const lone = await read('file.txt', utf16('\uFEFFabc\uD800def'))
    expect(lone).toMatchObject({
      blocks: [{ text: 'abc\uFFFDdef' }],
      missing: [{ reason: 'undecodable_characters', count: 1 }],
    })
  })
})

describe('a text', () => {
  it.each([
    ['notes.txt', 'text'],
    ['notes', 'text'],
    ['README.md', 'markdown'],
    ['main.ts', 'code'],
    ['data.json', 'code'],
    ['Dockerfile.prod', 'code'],
  ])('%s is %s, with blocks between blank lines and their lines', async (name, format) => {
    const document = await read(name, '\n\n  first\nsecond\n\n \n\tthird\r\n\r\nlast')
    expect(document).toEqual({
      format,
      encoding: { name: 'utf-8', isGuess: false },
      blocks: [
        { text: '  first\nsecond', line: 3 },
        { text: '\tthird', line: 7 },
        { text: 'last', line: 9 },
      ],
      missing: [],
    })
  })

  it.each([
    [
      'a picture that is called .txt',
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    ],
    ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(64)])],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 4_096 }, (_each, index) => (index * 7_919 + (index >> 3) * 31) % 256)),
    ],
    ['zeros', Buffer.alloc(25_000_000)],
    ['rich text', Buffer.from('{\\rtf1\\ansi Hello}')],
    ['an older office file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
  ])('is not %s', async (_name, bytes) => {
    expect(await refusalOf(read('file.txt', bytes))).toBe('not_supported')
  })

  it('names the type of a file that is not supported', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
    await expect(read('file.txt', png)).rejects.toThrow('Files of the type image/png are not supported')
  })

  it('loses single control characters, which are counted, and is refused with many', async () => {
    const log = `${'a line of a log file\n'.repeat(20)}\0\x07end`
    expect(await read('server.log', log)).toMatchObject({ missing: [{ reason: 'control_characters', count: 2 }] })
    expect(await refusalOf(read('server.log', 'a\0b\0c\0d'.repeat(3)))).toBe('not_supported')
  })

  it.each([
    ['an empty file', ''],
    ['a byte order mark', '\uFEFF'],
    ['white space', ' \n\t\n'],
  ])('is missing in %s', async (_name, text) => expect(await refusalOf(read('file.txt', text))).toBe('no_text'))

  it('ends at its bound, and counts the rest', async () => {
    const document = await read('file.txt', 'a'.repeat(25_000_000), { bounds: { characters: 1_000 } })
    expect(document).toMatchObject({
      blocks: [{ text: 'a'.repeat(1_000), line: 1 }],
      missing: [{ reason: 'characters_beyond_limit', count: 24_999_000 }],
    })
    expect(await refusalOf(read('file.txt', 'aaa', { bounds: { fileBytes: 2 } }))).toBe('too_large')
  })

  it('keeps characters whole at its bound', async () => {
    const document = await read('file.txt', 'ab😀', { bounds: { characters: 3 } })
    expect(document.blocks).toEqual([{ text: 'ab', line: 1 }])
  })
})

describe('a table', () => {
  it.each([
    ['commas', 'name,city\n"Kim, Y.",Seoul\nLee,"Bu""san"\n', ['name,city\n"Kim, Y.",Seoul\nLee,"Bu""san"']],
    ['semicolons', 'name;price\nTea;1,50\n', ['name;price\nTea;1,50']],
    ['tabs', 'name\tprice\nTea\t1\n', ['name\tprice\nTea\t1']],
  ])('keeps its delimiter: %s', async (_name, text, blocks) => {
    expect((await read('file.csv', text)).blocks.map((block) => block.text)).toEqual(blocks)
  })

  it('has each row on one line', async () => {
    const { blocks } = await read('file.csv', 'name,note\nTea,"green\nand hot"\nMilk,"x"\n')
    expect(blocks).toEqual([{ text: 'name,note\nTea,"green and hot"\nMilk,"x"', line: 1 }])
  })

  it('survives a quote that does not end', async () => {
    const { blocks } = await read('file.csv', 'name,size\n"5 inch,5\nTea,2\n')
    expect(blocks).toEqual([{ text: 'name,size\n"5 inch,5\nTea,2', line: 1 }])
  })

  it('repeats its header in each block, with the line of the first row', async () => {
    const rows = Array.from({ length: 100_000 }, (_each, index) => `row ${String(index)},${String(index)}`)
    const { blocks, missing } = await read('file.csv', ['name,number', ...rows].join('\n'))
    expect(missing).toEqual([])
    expect(blocks).toHaveLength(2_001)
    expect(blocks[1]).toEqual({ text: ['name,number', ...rows.slice(49, 99)].join('\n'), line: 51 })
    expect(blocks.at(-1)).toEqual({ text: 'name,number\nrow 99999,99999', line: 100_001 })
  })

  it('has no header when its first row has numbers', async () => {
    const rows = Array.from({ length: 60 }, (_each, index) => `${String(index)},x`)
    expect((await read('file.csv', rows.join('\n'))).blocks[1]).toEqual({ text: rows.slice(50).join('\n'), line: 51 })
  })
})
