import { describe, expect, it } from '@jest/globals'
import { piecesOf } from '../../pages/chat/search/excerpt.js'

const reply = String.raw`The **period of a pendulum** depends on its length:

$$
T = 2\pi\sqrt{\frac{L}{g}}
$$

Here \(L\) is the length in metres and \(g \approx 9.81\).

| Length | Period |
| :----- | -----: |
| 67 m (Foucault) | 16.4 s |

A good one costs $5 or $7, and $x^2$ more on unlikely days.`

/** What is shown of a range of the reply in which a word is found, with the word in brackets. */
const shownOf = (word: string, before: number, length: number) => {
  const at = reply.indexOf(word)
  const offset = Math.max(0, at - before)
  const highlights = [{ start: at - offset, end: at - offset + word.length }]
  const excerpt = {
    text: reply.slice(offset, offset + length),
    offset,
    isCut: offset + length < reply.length,
    highlights,
  }
  return piecesOf(excerpt, (text) => text)
    .map(({ words, isMatch }) => (isMatch ? `[${words}]` : words))
    .join('')
}

describe('an excerpt of a message that is found', () => {
  it('has no marks of Markdown, and a gap instead of a formula', () => {
    expect(shownOf('pendulum', 60, 140)).toBe(
      'The period of a [pendulum] depends on its length: … Here L is the length in metres and …',
    )
  })

  it('has a gap where an end cuts a formula', () => {
    expect(shownOf('pendulum', 60, 90)).toBe('The period of a [pendulum] depends on its length: …')
    expect(shownOf('Here', 20, 60)).toBe('… [Here] L is the length in metres and …')
  })

  it('ends at words', () => {
    expect(shownOf('depends', 10, 30)).toBe('… [depends] on its …')
  })

  it('has the cells of a table in its lines', () => {
    expect(shownOf('Foucault', 6, 30)).toBe('… m ([Foucault]) · 16.4 s A …')
  })

  it('has a full stop between the lines of headings and lists, unless they end with a mark', () => {
    const text = '## Why the sky is blue\nLight scatters:\n\n- blue most\n- red **least**\n\nWhat for?'
    const words = piecesOf({ text, offset: 0, isCut: false, highlights: [] }, (each) => each).map(
      (piece) => piece.words,
    )
    expect(words.join('')).toBe('Why the sky is blue. Light scatters: blue most. red least. What for?')
  })

  it('has no full stop before the mark of what is left out', () => {
    const text = 'We start early. We walk far.'
    const highlights = [{ start: 3, end: 8 }]
    const words = piecesOf({ text: text.slice(0, 18), highlights, offset: 0, isCut: true }, (all) => all)
    expect(words.map((piece) => piece.words).join('')).toBe('We start early …')
  })

  it('shows a formula in which the word is, and prices as they are', () => {
    expect(shownOf('sqrt', 11, 27)).toContain('[sqrt]')
    expect(shownOf('costs', 11, 200)).toBe('… good one [costs] $5 or $7, and … more on unlikely days.')
  })
})
