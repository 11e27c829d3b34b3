import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import { until } from '@parley/testing'
import { ChatLogCaller, Person } from '../../support/app/person.js'
import { Processes, type Started } from '../../support/app/processes.js'
import { logOf, truncate } from '../../support/rooms/log-queries.js'

const length = 50_000
const roles = { ROLES: 'app,chatlog', CHATLOG_PORT: '0' }

let processes: Processes
let server: Started
let eve: Person
let room: string
let count = 0
beforeAll(async () => {
  processes = await Processes.create({ embedded: true })
  server = await processes.start(roles)
  eve = await Person.register(server.url, 'eve')
  room = await eve.room()
  await eve.rest('PUT', `/api/rooms/officerooms/${room}/logs`, { input_data: 'stays', output_data: 'for ever' })
})
afterAll(() => processes.close())

/** A connection of the test, beside those of the server. */
const open = () => new Sqlite(join(processes.dataDir, 'parley.db'), { timeout: 60_000 })

function onFile<T>(work: (database: Sqlite.Database) => T): T {
  const database = open()
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const entriesOf = (roomId: string) =>
  onFile((database) => {
    const row = database.prepare('SELECT count(*) AS count FROM log_entries WHERE room_id = ?').get(roomId)
    return (row as { count: number }).count
  })

/** Adds entries to a room as a long use of it would. */
function fill(roomId: string): void {
  const document = JSON.stringify({ inputData: 'say', outputData: 'said', imgUrl: null, version: 1, createdAt: 1 })
  onFile((database) => {
    database
      .prepare(
        `INSERT INTO log_entries (room_id, entry_index, document) SELECT ?, value, ? FROM
         (WITH RECURSIVE numbers(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM numbers LIMIT ?) SELECT value FROM numbers)`,
      )
      .run([roomId, document, length])
    database.prepare('UPDATE log_rooms SET last_index = ? WHERE id = ?').run([length, roomId])
  })
}

/** Kills the server between two slices of the deletion that `begin` has begun. False when it was whole by then. */
async function killWithinSlices(roomId: string): Promise<boolean> {
  await until(
    'the first entries are deleted',
    () => entriesOf(roomId),
    (left) => left < length,
  )
  const holder = open()
  try {
    // from here on no slice begins
    holder.exec('BEGIN IMMEDIATE')
    await server.stop('SIGKILL')
  } finally {
    holder.close()
  }
  return entriesOf(roomId) > 0
}

/** A new account with a long log. */
async function longRoom() {
  count += 1
  const person = await Person.register(server.url, `ada-${String(count)}`)
  const roomId = await person.room()
  fill(roomId)
  return { person, roomId }
}

/** Tries it with another room when a busy machine was late. Starts the server again. */
async function killed(begin: (long: Awaited<ReturnType<typeof longRoom>>) => Promise<unknown>) {
  for (;;) {
    const long = await longRoom()
    const begun = begin(long).catch(() => undefined)
    const isWithin = await killWithinSlices(long.roomId)
    await begun
    server = await processes.start(roles)
    if (isWithin) return { ...long, person: long.person.movedTo(server.url) }
  }
}

async function expectOthersKept(): Promise<void> {
  const log = await logOf(eve.movedTo(server.url), room)
  expect(log.map(({ inputData }) => inputData)).toEqual(['stays'])
}

it('kill -9 within the slices of the deletion of an account: it is gone, the next start deletes the rest', async () => {
  const { person, roomId } = await killed(({ person }) => person.rest('DELETE', `/api/users/${person.id}`))
  expect((await person.rest('GET', '/api/users/profile')).status).toBe(401)
  const service = new ChatLogCaller(`http://127.0.0.1:${String(server.ports['chatlog'])}`)
  const body = { user_id: person.id, id: roomId }
  expect((await service.rest('POST', '/doclog/office/load_log', body)).status).toBe(404)
  await until(
    'no entry is left',
    () => entriesOf(roomId),
    (left) => left === 0,
  )
  expect((await service.rest('POST', '/doclog/office/load_log', body)).status).toBe(404)
  await expectOthersKept()
})

it('kill -9 within the slices of a cut: the log is cut, the next start deletes the rest', async () => {
  const { person, roomId } = await killed(({ person, roomId }) => person.data(truncate, { roomId, fromIndex: 3 }))
  const indexes = async () => (await logOf(person, roomId)).map(({ index }) => index)
  expect(await indexes()).toEqual([1, 2])
  await until(
    'only the first entries are left',
    () => entriesOf(roomId),
    (left) => left === 2,
  )
  expect(await indexes()).toEqual([1, 2])
  await expectOthersKept()
})
