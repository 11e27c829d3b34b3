import { describe, expect, it } from '@jest/globals'
import { citedNumbers, withoutCitations } from '../../src/replies/citations.js'

const sources = [{ number: 1 }, { number: 2 }, { number: 12 }]

describe('the citations of a reply', () => {
  it.each([
    ['It ends in May [2], as agreed [1]. See [2].', [2, 1], 'It ends in May, as agreed. See.'],
    ['Both[1][12]', [1, 12], 'Both'],
    ['5월에 끝납니다[2].', [2], '5월에 끝납니다.'],
    ['- one [1]\n- two [2]\n', [1, 2], '- one\n- two\n'],
    ['[1] begins a line', [1], ' begins a line'],
    ['a link [1](https://example.com) and [2][ref]', [], 'a link [1](https://example.com) and [2][ref]'],
    ['[1]: https://example.com', [], '[1]: https://example.com'],
    [
      'the code `dp[1][2]` and\n```js\na[1] = b[2]\n```\nthen [12]',
      [12],
      'the code `dp[1][2]` and\n```js\na[1] = b[2]\n```\nthen',
    ],
    ['~~~\nx[1]\n~~~', [], '~~~\nx[1]\n~~~'],
    ['an open block\n```\nx[1]\n\ny[2]', [], 'an open block\n```\nx[1]\n\ny[2]'],
    ['[^1] and [x] and [ 1 ] and [1234]', [], '[^1] and [x] and [ 1 ] and [1234]'],
    ['an unclosed ` before [1]', [1], 'an unclosed ` before'],
  ])('%s', (text, numbers, bare) => {
    expect(citedNumbers(text)).toEqual(numbers)
    expect(withoutCitations(text, sources)).toBe(bare)
  })

  it('stay where no source has the number', () => {
    expect(withoutCitations('Chapter [3], not [1].', sources)).toBe('Chapter [3], not.')
    expect(withoutCitations('Item [1].')).toBe('Item [1].')
  })

  it('are found in long texts in time', () => {
    const text = '`['.repeat(50_000)
    expect(citedNumbers(text)).toEqual([])
    expect(citedNumbers('```'.repeat(30_000))).toEqual([])
  })
})
