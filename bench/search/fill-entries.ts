import { indexWritten, LogEntryTable } from '@parley/chat-log-store/embedded'
import { openMigrated } from '../../src/database/open-database.js'

export const entries = 100_000
const perInsert = 500
const differentWords = 20_000
const syllables = Array.from({ length: 300 }, (_, n) => String.fromCodePoint(0xac00 + n * 28))

/** Numbers from 0 to 1, the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** The word of a rank: the frequency of a word falls with its rank, as in natural texts. */
export const word = (rank: number) => `w${rank.toString(36)}`
export const koreanWord = (number: number) => `${syllableAt(number)}${syllableAt(number * 7 + 1)}`

function syllableAt(number: number): string {
  return syllables[number % syllables.length] ?? ''
}

export interface FillingCost {
  /** CPU of this process for the index of an entry; without that of PostgreSQL. */
  readonly cpuMsPerEntry: number
  readonly wordsPerEntry: number
}

/** Writes entries into the rooms of a user, with their index, many in a transaction. */
export async function fillEntries(
  place: { readonly url?: string | undefined; readonly dataDir: string },
  { rooms, userId }: { readonly rooms: readonly string[]; readonly userId: string },
): Promise<FillingCost> {
  const random = randomNumbers(7)
  const text = (words: number) =>
    Array.from({ length: words }, () =>
      random() < 0.1 ? `${koreanWord(Math.floor(random() * 2_000))}에서` : word(Math.floor(differentWords ** random())),
    ).join(' ')
  let cpuMs = 0
  const database = await openMigrated(place)
  try {
    for (let from = 0; from < entries; from += perInsert) {
      const rows = Array.from({ length: perInsert }, (_, offset) => {
        const number = from + offset
        const written = { inputData: text(12), outputData: text(80), imgUrl: null, version: 1, createdAt: number }
        const roomId = rooms[number % rooms.length] ?? ''
        return { roomId, index: 1 + Math.floor(number / rooms.length), source: null, document: written }
      })
      await database.write(async (db) => {
        await db.insert(LogEntryTable, rows)
        const startedAt = process.cpuUsage()
        for (const [offset, row] of rows.entries()) await indexWritten(db, userId, { ...row, id: from + offset + 1 })
        const { user, system } = process.cpuUsage(startedAt)
        cpuMs += (user + system) / 1_000
      })
    }
    return { cpuMsPerEntry: cpuMs / entries, wordsPerEntry: 92 }
  } finally {
    await database.close()
  }
}
