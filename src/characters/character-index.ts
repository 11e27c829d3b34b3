import { setTimeout as sleep } from 'node:timers/promises'
import { repeat } from '@parley/runtime'
import { type Database, moreThan, not, oneOf } from '@parley/statements'
import { CharacterRankTable, CharacterTable } from '../database/tables/characters.js'
import { storeRank } from './store-rank.js'

const examinedAtOnce = 500
const indexedAtOnce = 20
const columns = ['id', 'name', 'description', 'tags', 'isPublic'] as const

/** Indexes the characters that an earlier release has stored, or another instance of an earlier release stores now. */
export class CharacterIndex {
  constructor(private readonly database: Database) {}

  /** Indexes what is missing among some characters after this id; returns the last of them, undefined after all. */
  async indexAfter(after: number): Promise<number | undefined> {
    const ids = await this.database.read(async (db) => {
      const selection = { columns: ['id'], orderBy: { id: 'asc' }, limit: examinedAtOnce } as const
      return (await db.select(CharacterTable, { id: moreThan(after) }, selection)).map(({ id }) => id)
    })
    const indexed = await this.database.read((db) =>
      db.select(CharacterRankTable, { characterId: oneOf(ids), terms: not(null) }, { columns: ['characterId'] }),
    )
    const done = new Set(indexed.map(({ characterId }) => characterId))
    const missing = ids.filter((id) => !done.has(id))
    for (let from = 0; from < missing.length; from += indexedAtOnce) {
      const some = missing.slice(from, from + indexedAtOnce)
      await this.database.write(async (db) => {
        // a change of one of them waits, and then stores its own terms
        const selection = { columns, orderBy: { id: 'asc' }, lock: 'no key update' } as const
        for (const character of await db.select(CharacterTable, { id: oneOf(some) }, selection))
          await storeRank(db, character)
      })
    }
    return ids.at(-1)
  }
}

const pauseMs = 20
const roundMs = 60 * 60 * 1000

/** Indexes in the background, with a pause after each step. The returned function stops it. */
export function indexCharacters(index: CharacterIndex, onError: (error: unknown) => void): () => Promise<void> {
  let isStopped = false
  const round = async () => {
    for (let last: number | undefined = 0; last !== undefined && !isStopped;) {
      last = await index.indexAfter(last)
      await sleep(pauseMs, undefined, { ref: false })
    }
  }
  const stop = repeat(round, { everyMs: roundMs, isAtOnce: true, onError })
  return () => {
    isStopped = true
    return stop()
  }
}
