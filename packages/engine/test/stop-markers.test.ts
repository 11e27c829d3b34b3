import { describe, expect, it } from '@jest/globals'
import { cutMarkers } from '../src/text/plain-text.js'
import { StopMarkers } from '../src/text/stop-markers.js'

describe('the stop marker', () => {
  const marker = '<|eot_id|>'
  const splits = Array.from({ length: marker.length + 1 }, (_, at) => [marker.slice(0, at), marker.slice(at)])

  it.each(splits)('is found when it arrives as "%s" and "%s"', (...halves) => {
    const found = new StopMarkers([marker, '</s>'])
    const said = ['one', ...halves, ' two'].map((piece) => found.push(piece))
    expect(said.join('') + found.rest()).toBe('one')
    expect(found.isStopped).toBe(true)
  })

  it('holds back only its own possible beginning, and releases that when no marker follows', () => {
    const found = new StopMarkers([marker])
    expect(['a <', '|e', 'u', 'b <<', '|eot_id|'].map((piece) => found.push(piece))).toEqual([
      'a ',
      '',
      '<|eu',
      'b <',
      '',
    ])
    expect(found.rest()).toBe('<|eot_id|')
  })
})

it('the text of users is cut inside every marker that a tokenizer would find', () => {
  expect(cutMarkers('a<m>b<m><n>', ['<m>', '<n>'])).toEqual(['a<', 'm>b<', 'm><', 'n>'])
  expect(cutMarkers('none', ['<m>'])).toEqual(['none'])
  expect(cutMarkers('<m>', ['<m>'])).toEqual(['<', 'm>'])
})
