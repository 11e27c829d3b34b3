import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import { Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'
import { save } from '../support/rooms/log-queries.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create({ embedded: true })
})
afterAll(() => processes.close())

const word = 'plantedword'
const database = () => join(processes.dataDir, 'parley.db')
const compact = (...args: string[]) => processes.run('tools/admin.ts', { args: ['compact', ...args] })
const hasWord = () => readFileSync(database(), 'latin1').includes(word)

describe('npm run admin -- compact', () => {
  let ada: Person
  const lastRooms = async () =>
    ada.data('{ myRooms(first: 5) { nodes { id entries(first: 5) { nodes { inputData } } } } }')

  it('refuses a folder that a server uses, one without a database, and PostgreSQL', async () => {
    const server = await processes.start()
    ada = await Person.register(server.url, 'ada')
    for (const [roomId, text] of [
      [await ada.room(), 'stays'],
      [await ada.room(), word],
    ] as const)
      for (let turn = 0; turn < 30; turn += 1)
        await ada.data(save, { input: { roomId, inputData: 'Hello', outputData: `${text} ${'x'.repeat(9_000)}` } })
    expect(await compact()).toMatchObject({ code: 75, output: expect.stringContaining('stop the server') })
    const elsewhere = { DATA_DIR: join(processes.dataDir, 'none') }
    expect((await processes.run('tools/admin.ts', { args: ['compact'], env: elsewhere })).code).toBe(66)
    const postgres = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    expect((await processes.run('tools/admin.ts', { args: ['compact'], env: postgres })).code).toBe(64)
    expect(await server.stop('SIGTERM')).toBe(0)
  })

  it('shrinks the file, and removes what an earlier release has left', async () => {
    const earlier = new Sqlite(database())
    earlier.exec(`DELETE FROM log_entries WHERE document LIKE '%${word}%'`)
    earlier.close()
    expect(hasWord()).toBe(true)
    const before = statSync(database()).size

    const { code, output } = await compact('--json')
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/of which about \d+\.\d MB are used/),
    })
    const after = statSync(database())
    expect(JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? '')).toEqual({
      before,
      after: after.size,
    })
    expect(after.size).toBeLessThan(before * 0.8)
    expect(after.mode & 0o777).toBe(0o600)
    expect(hasWord()).toBe(false)
    expect(existsSync(`${database()}.compacting`)).toBe(false)
  })

  it('leaves all other data, for a server that removes the copy of a command that was killed', async () => {
    writeFileSync(`${database()}.compacting`, word)
    const server = await processes.start()
    ada = ada.movedTo(server.url)
    const rooms = JSON.stringify(await lastRooms())
    expect(rooms.split('"inputData":"Hello"')).toHaveLength(6)
    expect(existsSync(`${database()}.compacting`)).toBe(false)
    const { output } = await processes.run('tools/admin.ts', { args: ['audit'] })
    expect(output).toMatch(/DATABASE_COMPACTED: database parley\.db, bytesBefore \d+, bytesAfter \d+, by the operator/)
    expect(await server.stop('SIGTERM')).toBe(0)
  })

  it('refuses a file that another program has open, and leaves it as it was', async () => {
    const other = new Sqlite(database())
    const before = readFileSync(database())
    try {
      other.exec('BEGIN; SELECT count(*) FROM users')
      expect(await compact()).toMatchObject({ code: 75, output: expect.stringContaining('Another program') })
    } finally {
      other.close()
    }
    expect(readFileSync(database())).toEqual(before)
  })
})
