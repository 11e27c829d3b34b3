import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openMigrated } from '../../src/database/open-database.js'
import { FileTable } from '../../src/database/tables/files.js'
import { PassageTable } from '../../src/database/tables/passages.js'
import { UserTable } from '../../src/database/tables/users.js'
import { Passages } from '../../src/passages/passages.js'
import { createPostgres } from '../../test/cluster/servers/postgresql.js'
import { freePort } from '../../test/support/app/free-port.js'
import type { Engine } from '../filled-databases.js'
import { koreanWord, randomNumbers, word } from '../search/fill-entries.js'

export interface PassagesMeasurement {
  readonly engine: Engine
  readonly passages: number
  readonly files: number
  /** CPU of this process to divide, index and store a passage; without that of PostgreSQL. */
  readonly cpuMsPerPassage: number
  readonly questions: readonly { readonly kind: string; readonly ms: readonly number[] }[]
}

interface PassagesOptions {
  readonly files: number
  readonly passagesPerFile: number
  /** Of each kind, one after the other. */
  readonly questions: number
  readonly folder: string
}

const [wordsPerPassage, differentWords] = [170, 20_000]
const times = { createdAt: 0, updatedAt: 0 } as const
const names = { username: 'reader', usernameKey: 'reader', email: 'reader@example.com', emailKey: 'reader@example.com' }
const reader = { ...names, passwordHash: null, role: 'USER', membership: 'BASIC', ...times } as const
const file = {
  name: 'book.txt',
  mediaType: 'text/plain',
  bytes: 1,
  state: 'WHOLE',
  createdAt: 0,
  claimedAt: 0,
} as const

/** The time to find the best ten of all passages of a room, on an engine. */
export async function measurePassages(engine: Engine, options: PassagesOptions): Promise<PassagesMeasurement> {
  const { files, passagesPerFile, questions: asked } = options
  const dataDir = join(options.folder, `${engine}-passages`)
  const server = join(options.folder, `${engine}-passages-server`)
  for (const path of [dataDir, server]) {
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o755)
  }
  const postgres = engine === 'PostgreSQL' ? createPostgres(server, await freePort()) : undefined
  await postgres?.daemon.start()
  const database = await openMigrated({ url: postgres?.url, dataDir })
  try {
    const random = randomNumbers(7)
    const oneWord = () =>
      random() < 0.2 ? `${koreanWord(Math.floor(random() * 2_000))}에서` : word(Math.floor(differentWords ** random()))
    const text = (words: number) => Array.from({ length: words }, oneWord).join(' ')
    const passages = new Passages(database)
    const ids = Array.from({ length: files }, (_, n) => `file-${String(n)}`)
    const ownerId = await database.write((db) => db.insertReturningId(UserTable, reader))
    const startedAt = process.cpuUsage()
    for (const id of ids) {
      await database.write((db) => db.insert(FileTable, { ...file, id, ownerId }))
      const blocks = Array.from({ length: passagesPerFile }, () => ({ text: text(wordsPerPassage) }))
      await passages.write(id, blocks)
    }
    const { user, system } = process.cpuUsage(startedAt)
    const stored = await database.read((db) => db.count(PassageTable))
    const kinds: Readonly<Record<string, (n: number) => string>> = {
      'twelve words as texts have them': () => text(12),
      'a frequent and a rare word': (n) => `${word(1 + (n % 20))} ${word(5_000 + n * 13)}`,
      'twenty frequent words': () => Array.from({ length: 20 }, () => word(Math.floor(60 ** random()))).join(' '),
      'a message of 4,000 letters': () => text(700).slice(0, 4_000),
      'a Korean sentence': (n) => Array.from({ length: 8 }, (_, at) => `${koreanWord(n * 8 + at)}에서`).join(' '),
    }
    const measured: PassagesMeasurement['questions'][number][] = []
    for (const [kind, questionOf] of Object.entries(kinds)) {
      const ms: number[] = []
      for (let n = -20; n < asked; n += 1) {
        const question = questionOf(Math.abs(n))
        const began = performance.now()
        const found = await passages.rank(ids, question, 10)
        // the first ones warm up
        if (n >= 0) ms.push(performance.now() - began)
        if (found.length === 0) throw new Error(`no passage for ${question}`)
      }
      measured.push({ kind, ms })
    }
    return { engine, passages: stored, files, cpuMsPerPassage: (user + system) / 1_000 / stored, questions: measured }
  } finally {
    await database.close()
    await postgres?.daemon.end('SIGKILL')
  }
}
