import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import type { Table } from '../../src/database/define-table.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { testServer } from '../support/app/postgres.js'
import { allRows } from '../support/app/rows.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import { turn } from '../support/rooms/log-room.js'
import { until } from '../support/until.js'

const onSqlite = testServer() === undefined ? describe : describe.skip

const [generations, rooms] = [20_000, 1_500]
const numbers = 'WITH RECURSIVE numbers(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM numbers LIMIT ?)'

onSqlite('a deletion of many rows', () => {
  let app: TestApp
  let ada: Person
  let eve: Person
  let characterId: number
  beforeEach(async () => {
    app = await createTestApp({ embedded: true })
    ada = await app.person('ada')
    eve = await app.person('eve')
    characterId = Number(await made(characterApis[1], ada, { name: 'Grace' }))
  })
  afterEach(() => app.close())

  /** Generations in rooms without an owner, and rooms of another account with the character. */
  function fill(): void {
    const file = new Sqlite(join(app.dataDir, 'parley.db'), { timeout: 0 })
    const now = Date.now()
    file
      .prepare(
        `INSERT INTO generations (id, room_id, owner_id, message, model, status, text, lease_until, created_at, finished_at)
         ${numbers} SELECT printf('%036d', value), 'no room', ?, 'm', 'm', 'COMPLETED', 't', 0, ?, ? FROM numbers`,
      )
      .run([generations, Number(ada.id), now, now])
    file.close()
    fillRooms(Number(eve.id), rooms)
  }

  function fillRooms(ownerId: number, count: number): void {
    const file = new Sqlite(join(app.dataDir, 'parley.db'), { timeout: 0 })
    const now = Date.now()
    file
      .prepare(
        `${numbers} INSERT INTO rooms (room_id, kind, owner_id, user_id, character_id, created_at, updated_at)
         SELECT printf('00000000-0000-4000-%04d-%012d', ?, value), 'character', ?, ?, ?, ?, ? FROM numbers`,
      )
      .run([count, ownerId, ownerId, String(ownerId), characterId, now, now])
    file.close()
  }

  const count = <Row extends object>(table: Table<Row>) => app.app.database.read((db) => db.count(table))
  const deleteAda = 'mutation { deleteAccount { deletedAccountId } }'

  it('lets other clients write before its end, and answers at its end', async () => {
    const roomId = await eve.room()
    fill()
    const deletion = { isDone: false }
    const deleting = ada.data(deleteAda).finally(() => (deletion.isDone = true))
    const seen = new Set<number>()
    while (!deletion.isDone) {
      const { status } = await eve.rest('PUT', `/api/rooms/officerooms/${roomId}/logs`, turn)
      expect(status).toBe(200)
      seen.add((await count(GenerationTable)) + (await count(RoomTable)))
    }
    // states between the first and the last
    expect(seen.size).toBeGreaterThan(4)
    await deleting
    expect((await ada.rest('GET', '/api/users/profile')).status).toBe(401)
    const { generations: left, rooms: kept, purges } = await allRows(app)
    expect([left, kept?.map((room) => room['roomId']), purges]).toEqual([[], [roomId], []])
  })

  it('of an administrator does not begin while that of the only other one goes on', async () => {
    const [first, second] = [await app.admin(), await app.admin()]
    for (const { id } of [first, second]) fillRooms(Number(id), 600)
    const codes = await Promise.all([first.codes(deleteAda), second.codes(deleteAda)])
    expect(codes.toSorted()).toEqual([[], ['CONFLICT']])
  })

  it.each([
    ['an account', () => ada.data(deleteAda)],
    ['a character', () => ada.rest('DELETE', `/api/characters/${characterId}`)],
  ])('of %s is finished after a stop in the middle', async (_, remove) => {
    fill()
    const before = (await count(GenerationTable)) + (await count(RoomTable))
    const removing = Promise.resolve(remove()).catch(() => undefined)
    const left = async () => (await count(GenerationTable)) + (await count(RoomTable))
    await until('some rows are deleted', left, (rows) => rows < before)
    const { dataDir } = app
    await app.stop()
    await removing
    app = await createTestApp({ embedded: true, dataDir })
    const pending = () => app.app.database.read((db) => db.count(PurgeTable))
    await until('nothing is left to delete', pending, (purges) => purges === 0)
    expect(await count(RoomTable)).toBe(0)
    expect((await allRows(app))['characters']).toEqual([])
  })
})
