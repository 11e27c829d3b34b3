import { describe, expect, it } from '@jest/globals'
import iconv from 'iconv-lite'
import { read, refusalOf, textOf } from './read.js'

const blocksOf = async (html: string) => (await read('page.html', html)).blocks.map(({ text }) => text)

describe('a page', () => {
  it.each([
    ['headings and paragraphs', '<h1>One</h1><p>a <b>b</b>\n c<p>d<h3>Two</h3>', ['# One', 'a b c', 'd', '### Two']],
    ['lists', '<ul><li>a<li>b<ol><li>c<li>d</ol></ul><p>e', ['- a\n- b\n  1. c\n  2. d', 'e']],
    ['tables', '<table><tr><th>a<th>b<tr><td><p>1<p>2<td>3</table>x', ['a | b\n1 2 | 3', 'x']],
    [
      'links',
      '<p>See <a href="https://example.com/a?b=1&amp;c">this</a>.',
      ['See this (https://example.com/a?b=1&c).'],
    ],
    ['no address of a script', '<a href="javascript:alert(1)">x</a>', ['x']],
    ['preformatted text', '<pre>a\n  b</pre>', ['a\n  b']],
    ['entities', '<p>a&amp;b &lt;i&gt; &#44032;&nbsp;c', ['a&b <i> 가\u00A0c']],
    ['line breaks', 'a<br>b', ['a\nb']],
    ['no scripts and styles', '<style>p{}</style><p>a<script>if (a < b) "</p>"</script>b', ['ab']],
  ])('has %s', async (_name, html, blocks) => expect(await blocksOf(html)).toEqual(blocks))

  it('has the text that a browser hides', async () => {
    const html = `<title>T</title><p style="display:none">one</p><p hidden>two</p><noscript>three</noscript>
      <template><p>four</p></template><img alt="five"><input placeholder="six" value="seven"><p style="color:#fff">eight</p>`
    const text = (await blocksOf(html)).join(' ')
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) expect(text).toContain(word)
  })

  it('counts what is not text', async () => {
    const { missing } = await read('page.html', '<p>a<!-- b --><img src=x><iframe src=y></iframe><svg></svg>')
    expect(missing).toEqual([
      { reason: 'comments', count: 1 },
      { reason: 'pictures', count: 2 },
      { reason: 'frames', count: 1 },
    ])
  })

  it('has the lines of its blocks', async () => {
    const { blocks } = await read('page.html', '<body>\n<p>a\n<p>\nb\n\n<h2>c</h2>')
    expect(blocks.map(({ line }) => line)).toEqual([2, 3, 6])
  })

  it('is one by its first element, whatever its name is', async () => {
    expect(await read('page.txt', '\n<!-- x --><!DOCTYPE html><p>a')).toMatchObject({
      format: 'html',
      blocks: [{ text: 'a' }],
    })
    expect(await read('notes.txt', 'a < b <html>')).toMatchObject({ format: 'text' })
    expect(await read('page.php', '<html><p>a')).toMatchObject({ format: 'code', blocks: [{ text: '<html><p>a' }] })
  })

  it.each([
    ['<meta charset="euc-kr">', 'cp949'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=EUC-KR">', 'cp949'],
  ])('names its encoding: %s', async (meta, name) => {
    const document = await read('page.html', iconv.encode(`${meta}<p>가격`, 'cp949'))
    expect(document).toMatchObject({ encoding: { name, isGuess: false }, blocks: [{ text: '가격' }] })
  })

  it('is refused when it nests too deeply, and without text', async () => {
    expect(textOf(await read('page.html', `${'<div><ul><li><table><b>'.repeat(1_000)}deep`))).toContain('deep')
    expect(await refusalOf(read('page.html', '<div>'.repeat(1_000_000)))).toBe('broken')
    expect(await refusalOf(read('page.html', '<script>only'))).toBe('no_text')
  })
})
