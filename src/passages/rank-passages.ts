import { unpackedNumbers } from './packed-numbers.js'
import type { Postings } from './postings.js'

/** The usual values of BM25: how soon a term that is repeated counts no more, and how much a long passage loses. */
const [saturation, lengthWeight] = [1.2, 0.75]

/** So many passages with a term are counted for a question: more than a hundred pages with all of its terms have. */
const mostPostings = 100_000

export interface RankedFile {
  /** How many terms each passage has, in their order. */
  readonly lengths: Float64Array
  /** Those of each term of the question, in the order of the terms. */
  readonly postings: readonly Postings[]
}

interface RankedPassage {
  /** The number of the file, from 0. */
  readonly file: number
  readonly ordinal: number
  readonly score: number
}

/**
 * The passages with the highest scores of BM25, the best first; those of equal scores in the order of the files. A term
 * is as rare as it is in all of the files. Among very many passages the commonest terms do not count.
 */
export function rankPassages(files: readonly RankedFile[], most: number): RankedPassage[] {
  const total = files.reduce((sum, { lengths }) => sum + lengths.length, 0)
  const length = files.reduce((sum, { lengths }) => sum + lengths.reduce((all, each) => all + each, 0), 0)
  const average = Math.max(length / Math.max(total, 1), 1)
  const terms = countedTerms(files)
  return files
    .flatMap(({ lengths, postings }, file) => {
      const norms = lengths.map((each) => saturation * (1 - lengthWeight + (lengthWeight * each) / average))
      const scores = new Float64Array(lengths.length)
      for (const { term, passages } of terms) {
        const rarity = Math.log(1 + (total - passages + 0.5) / (passages + 0.5))
        addScores(scores, { norms, rarity, numbers: unpackedNumbers(postings[term]?.packed ?? '') })
      }
      return best(scores, most).map(([ordinal, score]) => ({ file, ordinal, score }))
    })
    .sort((one, other) => other.score - one.score || one.file - other.file || one.ordinal - other.ordinal)
    .slice(0, most)
}

/** The terms that some of the passages have, the rarest first, with the number of those passages. */
function countedTerms(files: readonly RankedFile[]): { term: number; passages: number }[] {
  const terms = (files[0]?.postings ?? [])
    .map((_, term) => ({
      term,
      passages: files.reduce((sum, { postings }) => sum + (postings[term]?.passages ?? 0), 0),
    }))
    .filter(({ passages }) => passages > 0)
    .sort((one, other) => one.passages - other.passages || one.term - other.term)
  let read = 0
  return terms.filter(({ passages }, index) => (read += passages) <= mostPostings || index === 0)
}

/** Adds what a term counts in each passage that has it. */
function addScores(
  scores: Float64Array,
  { norms, numbers, rarity }: { norms: Float64Array; numbers: Float64Array; rarity: number },
): void {
  const most = rarity * (saturation + 1)
  let ordinal = 0
  for (let index = 0; index < numbers.length; index += 2) {
    ordinal += numbers[index] ?? 0
    const count = numbers[index + 1] ?? 0
    scores[ordinal] = (scores[ordinal] ?? 0) + (most * count) / (count + (norms[ordinal] ?? 0))
  }
}

/** The highest scores above 0 with their places, in the order of the places. */
function best(scores: Float64Array, most: number): (readonly [ordinal: number, score: number])[] {
  const found: (readonly [number, number])[] = []
  let least = 0
  scores.forEach((score, ordinal) => {
    if (score <= least) return
    found.push([ordinal, score])
    if (found.length < most * 8) return
    found.sort(([, one], [, other]) => other - one).length = most
    least = found.at(-1)?.[1] ?? 0
  })
  return found.sort(([, one], [, other]) => other - one).slice(0, most)
}
