import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import { testServer } from '@parley/testing'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { allRows } from '../support/app/rows.js'

const onSqlite = testServer() === undefined ? describe : describe.skip

const generations = 30_000

onSqlite('the deletion of an account with many rows', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ embedded: true })
  })
  afterAll(() => app.close())

  it('is one transaction, during which other requests are answered', async () => {
    const ada = await app.person('ada')
    const eve = await app.person('eve')
    const roomId = await eve.room()
    const other = new Sqlite(join(app.dataDir, 'parley.db'), { timeout: 0 })
    other
      .prepare(
        `INSERT INTO generations (id, room_id, owner_id, message, model, status, text, lease_until, created_at, finished_at)
         SELECT printf('%036d', value), 'of another account', ?, 'm', 'm', 'COMPLETED', 't', 0, ?, ? FROM
         (WITH RECURSIVE numbers(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM numbers LIMIT ?) SELECT value FROM numbers)`,
      )
      .run([Number(ada.id), Date.now(), Date.now(), generations])
    const deletion = { isDone: false }
    const deleting = ada.data('mutation { deleteAccount { deletedAccountId } }').finally(() => (deletion.isDone = true))
    let isWriting = false
    while (!deletion.isDone && !isWriting) {
      try {
        other.exec('BEGIN IMMEDIATE; ROLLBACK')
        await setImmediate()
      } catch {
        isWriting = true
      }
    }
    expect(isWriting).toBe(true)
    // within the same turn
    const id = Number(ada.id)
    expect(await app.app.database.read((db) => db.count(GenerationTable, { ownerId: id }))).toBe(generations)
    expect((await eve.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)).status).toBe(200)
    await deleting
    expect((await ada.rest('GET', '/api/users/profile')).status).toBe(401)
    expect((await allRows(app))['generations']).toEqual([])
    other.close()
  })
})
