import { expect, it } from '@jest/globals'
import { packedNumbers } from '../../src/passages/packed-numbers.js'
import { rankPassages } from '../../src/passages/rank-passages.js'

const postingsOf = (numbers: readonly number[]) => ({
  passages: numbers.length / 2,
  packed: packedNumbers(numbers),
})

it('scores are those of BM25 over the passages of all files', () => {
  const files = [
    { lengths: Float64Array.of(4, 8), postings: [postingsOf([0, 1]), postingsOf([])] },
    { lengths: Float64Array.of(6), postings: [postingsOf([]), postingsOf([0, 2])] },
  ]
  // three passages with six terms on average; each term is in one of them
  const rarity = Math.log(1 + 2.5 / 1.5)
  const score = (count: number, length: number) => (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / 6))
  const ranked = rankPassages(files, 5)
  expect(ranked).toEqual([
    { file: 1, ordinal: 0, score: expect.closeTo(score(2, 6), 10) },
    { file: 0, ordinal: 0, score: expect.closeTo(score(1, 4), 10) },
  ])
})

it('the best of many come first, equal ones in the order of the files', () => {
  const lengths = new Float64Array(1_000).fill(10)
  const counts = Array.from(lengths, (_, ordinal) => (ordinal === 700 ? 3 : ordinal % 100 === 0 ? 2 : 1))
  const postings = postingsOf(counts.flatMap((count, ordinal) => [ordinal === 0 ? 0 : 1, count]))
  const ranked = rankPassages(
    [
      { lengths, postings: [postings] },
      { lengths, postings: [postings] },
    ],
    4,
  )
  expect(ranked.map(({ file, ordinal }) => [file, ordinal])).toEqual([
    [0, 700],
    [1, 700],
    [0, 0],
    [0, 100],
  ])
})

it('no passage without a term of the question is found', () => {
  expect(rankPassages([{ lengths: Float64Array.of(3), postings: [postingsOf([])] }], 5)).toEqual([])
  expect(rankPassages([], 5)).toEqual([])
})

it('among very many passages the commonest terms do not count', () => {
  const lengths = new Float64Array(80_000).fill(10)
  const common = postingsOf(Array.from(lengths).flatMap((_, ordinal) => [ordinal === 0 ? 0 : 1, 1]))
  const rare = postingsOf([9, 1])
  const [first, ...others] = rankPassages([{ lengths, postings: [common, rare, common] }], 3)
  expect(first).toMatchObject({ ordinal: 9 })
  // of two terms that all passages have one is counted
  expect(others.map(({ ordinal }) => ordinal)).toEqual([0, 1])
  expect(
    rankPassages([{ lengths: new Float64Array(300_000).fill(10), postings: [{ ...common, passages: 300_000 }] }], 1),
  ).toHaveLength(1)
})
