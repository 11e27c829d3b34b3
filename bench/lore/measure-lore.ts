import { BookMatcher } from '../../src/lorebooks/book-matcher.js'
import { newEntry } from '../../src/lorebooks/lore-entry.js'
import { ScannedTexts } from '../../src/lorebooks/scanned-texts.js'

export interface LoreResult {
  readonly entries: number
  readonly keys: number
  readonly rounds: number
  readonly texts: readonly { readonly name: string; readonly letters: number; readonly cpuMs: readonly number[] }[]
}

const beginnings = ['dra', 'kor', 'mir', 'alu', 'the', 'ban', 'qu']
const endings = ['gon', 'ia', 'heim', 'or', 'een']

/** The CPU of one turn: the messages are folded, and the keys of a book are looked for. */
export async function measureLore({
  entries: count,
  rounds,
}: {
  readonly entries: number
  readonly rounds: number
}): Promise<LoreResult> {
  const keyOf = (n: number) => `${beginnings[n % 7] ?? ''}${n.toString(36)}${endings[n % 5] ?? ''}`
  const entries = Array.from({ length: count }, (_, n) => ({
    ...newEntry,
    id: n,
    keys: [keyOf(3 * n), keyOf(3 * n + 1), keyOf(3 * n + 2)],
    secondaryKeys: n % 4 === 0 ? ['queen'] : [],
  }))
  const matcher = await BookMatcher.of({ scanDepth: 10, entries }, (text) => text)
  const messages = (sentence: string, repeated: number) =>
    Array.from({ length: 10 }, (_, n) => `${sentence.repeat(repeated)}${keyOf(7 * n)}`)
  const samples = {
    'ten messages of 500 letters': messages('The queen of the northern lands walked along the river, and ', 8),
    'ten messages of 2,000 letters': messages('The queen of the northern lands walked along the river, and ', 33),
    'ten messages of 500 letters in Korean': messages('북쪽 나라의 여왕이 강을 따라 걸었다. ', 23),
  }
  const texts: LoreResult['texts'][number][] = []
  for (const [name, sample] of Object.entries(samples)) {
    const cpuMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = process.cpuUsage()
      await matcher.find(new ScannedTexts(sample))
      const { user, system } = process.cpuUsage(before)
      cpuMs.push((user + system) / 1_000)
    }
    // the first rounds are compiled
    texts.push({ name, letters: sample.join('').length, cpuMs: cpuMs.slice(rounds / 10) })
  }
  return { entries: count, keys: count * 3, rounds, texts }
}
