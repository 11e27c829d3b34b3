import { expect, it } from '@jest/globals'
import { packedNumbers, unpackedNumbers } from '../../src/passages/packed-numbers.js'
import { bucketOf, postingsIn, PostingsWriter } from '../../src/passages/postings.js'

it('numbers are packed and unpacked', () => {
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 48, 0]
  expect([...unpackedNumbers(packedNumbers(numbers))]).toEqual(numbers)
  expect([...unpackedNumbers(packedNumbers([]))]).toEqual([])
})

it('the postings of a term are found in its bucket, whatever the number of buckets', () => {
  for (const words of [1, 40, 20_000]) {
    const writer = new PostingsWriter()
    const terms = Array.from({ length: words }, (_, index) => `word${index}`)
    writer.add(['the', ...terms, 'the'])
    writer.add(['the'])
    writer.add([])
    writer.add(['the', 'the', 'the', 'last'])
    const buckets = writer.buckets()
    const find = (term: string) => {
      const { passages, packed } = postingsIn(buckets[bucketOf(term, buckets.length)] ?? '', term)
      const numbers = unpackedNumbers(packed)
      expect(numbers).toHaveLength(2 * passages)
      return [...numbers]
    }
    expect(find('the')).toEqual([0, 2, 1, 1, 2, 3])
    expect(find('last')).toEqual([3, 1])
    for (const term of terms) expect(find(term)).toEqual([0, 1])
    expect(find('absent')).toEqual([])
    expect([...unpackedNumbers(writer.lengths)]).toEqual([words + 2, 1, 0, 4])
  }
})
