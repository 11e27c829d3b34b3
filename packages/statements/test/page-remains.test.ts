import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import { overwriteRemains, remainsIn } from '../src/sqlite/page-remains.js'
import { WriteAheadLog } from '../src/sqlite/write-ahead-log.js'

const rows = 1_500

let folder: string
let file: string
let connection: Sqlite.Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-remains-'))
  file = join(folder, 'parley.db')
  connection = new Sqlite(file)
  connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE texts (id INTEGER PRIMARY KEY, text); CREATE INDEX by_text ON texts (text)`)
})
afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true })
})

const open = () => new WriteAheadLog({ connection, between: (work) => void work(), file })
const text = (id: number, version: number) =>
  `row${String(id)}v${String(version)}.${'x'.repeat((id * 977 + version * 389) % (id % 50 === 0 ? 9_000 : 900))}`

/** Each step is one transaction. Returns the texts that are left. */
async function changeRows(afterStep: () => void | Promise<void>): Promise<Map<number, string>> {
  const left = new Map<number, string>()
  const insert = connection.prepare('INSERT INTO texts VALUES (?, ?)')
  const update = connection.prepare('UPDATE texts SET text = ? WHERE id = ?')
  for (let id = 1; id <= rows; id += 1) {
    left.set(id, text(id, 0))
    insert.run(id, text(id, 0))
    await afterStep()
  }
  for (let version = 1; version <= 3; version += 1)
    for (let step = 0; step < rows; step += 1) {
      const id = ((step * 641) % rows) + 1
      if (!left.has(id)) continue
      if ((step + version) % 5 === 0) {
        left.delete(id)
        connection.prepare('DELETE FROM texts WHERE id = ?').run(id)
      } else {
        left.set(id, text(id, version))
        update.run(text(id, version), id)
      }
      await afterStep()
    }
  return left
}

function pagesWithRemains(path: string): number[] {
  const bytes = readFileSync(path)
  const pages = Array.from({ length: bytes.length / 4_096 }, (_, page) =>
    bytes.subarray(page * 4_096, (page + 1) * 4_096),
  )
  return pages.flatMap((page, index) => (remainsIn(page, index + 1) ? [index + 1] : []))
}

/** The first words of texts in the file that no row has. */
function formerTexts(path: string, left: ReadonlyMap<number, string>): string[] {
  const found = readFileSync(path, 'latin1').matchAll(/row(\d+)v(\d+)\./g)
  return [...found].map(([word]) => word).filter((word) => !left.get(Number(/\d+/.exec(word)))?.startsWith(word))
}

const isSound = () => expect(connection.pragma('integrity_check')).toMatchObject([{ integrity_check: 'ok' }])
const stored = () =>
  new Map((connection.prepare('SELECT id, text FROM texts').raw().all() as [number, string][]).map((row) => row))

describe('a file of SQLite whose rows grow, shrink and are deleted', () => {
  it('has copies of former texts in unused space, also with secure_delete', async () => {
    const left = await changeRows(() => undefined)
    connection.pragma('wal_checkpoint(TRUNCATE)')
    expect(pagesWithRemains(file).length).toBeGreaterThan(10)
    expect(formerTexts(file, left).length).toBeGreaterThan(0)
  })

  it('has none after the cut of its log, and the rows as they were', async () => {
    const log = open()
    let steps = 0
    const left = await changeRows(async () => {
      await log.ready()
      steps += 1
      // a transaction that is larger than the cache writes to the log before its end
      if (steps % 1_000 === 0) connection.exec('PRAGMA cache_size = 5; BEGIN; UPDATE texts SET text = id; ROLLBACK')
    })
    // about 1,000 pages, and the largest transaction
    expect(statSync(`${file}-wal`).size).toBeLessThan(12e6)
    await log.start()
    expect(pagesWithRemains(file)).toEqual([])
    expect(formerTexts(file, left)).toEqual([])
    expect(stored()).toEqual(left)
    isSound()
    await log.close()
  })

  it('has none after a start with the log of a process that was killed', async () => {
    const left = await changeRows(() => undefined)
    await open().close()
    expect(pagesWithRemains(file)).toEqual([])
    expect(formerTexts(file, left)).toEqual([])
    isSound()
  })

  it('has none in a copy of a file that has them', async () => {
    const left = await changeRows(() => undefined)
    const copy = join(folder, 'copy.db')
    connection.prepare('VACUUM INTO ?').run(copy)
    expect(pagesWithRemains(copy)).not.toEqual([])
    overwriteRemains(copy)
    expect(pagesWithRemains(copy)).toEqual([])
    connection.close()
    connection = new Sqlite(copy)
    expect(stored()).toEqual(left)
    isSound()
  })
})
