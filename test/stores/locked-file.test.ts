import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import { testServer, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'

const onSqlite = testServer() === undefined ? describe : describe.skip

const locked = { detail: 'Database error', message: 'Another program has locked the database file' }

onSqlite('a database file that another program has locked', () => {
  const lines: { event: string; fields: object }[] = []
  const add = (fields: object, event: string) => void lines.push({ event, fields })
  let app: TestApp
  let ada: Person
  let roomId: string
  let file: string
  let holder: Sqlite.Database
  beforeAll(async () => {
    app = await createTestApp({
      embedded: true,
      env: { LOCAL_MODEL: 'scripted:?delayMs=20&chunks=2000' },
      log: { debug: () => undefined, info: add, warn: add, error: add },
    })
    ada = await app.person('ada')
    roomId = await ada.room('office')
    file = join(app.dataDir, 'parley.db')
  })
  afterAll(() => app.close())
  beforeEach(() => {
    lines.length = 0
    holder = new Sqlite(file)
  })
  afterEach(() => {
    holder.close()
  })

  const append = (text: string) =>
    ada.rest('PUT', `/api/rooms/officerooms/${roomId}/logs`, { input_data: text, output_data: 'x' })
  const read = () => ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)

  it.each(['IMMEDIATE', 'EXCLUSIVE'])(
    'leaves reads, checks and streams as they are while writes wait for the end of a transaction that is %s',
    async (mode) => {
      const generation = await ada.say(roomId)
      let [events, isEnough] = [0, false]
      const streamed = watch(ada, generation, undefined, () => {
        events += 1
        return isEnough
      })
      await until('the reply has begun', () => events > 2)
      holder.exec(`BEGIN ${mode}`)
      const statuses: number[] = []
      const write = (text: string) => append(text).then(({ status }) => statuses.push(status))
      const writes = [write('one'), write('two')]
      for (const path of ['/health/live', '/health/ready', '/health/live']) {
        expect((await ada.rest('GET', path)).status).toBe(200)
        expect((await read()).status).toBe(200)
      }
      const seen = events
      await until('the reply goes on', () => events > seen)
      expect(statuses).not.toContain(200)
      holder.exec('COMMIT')
      await Promise.all(writes)
      // on a busy machine those before can have waited too long
      expect((await append('three')).status).toBe(200)
      await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: generation })
      isEnough = true
      await streamed
      await app.idle()
    },
  )

  it('stores a write that has waited', async () => {
    holder.exec('BEGIN IMMEDIATE')
    const written = append('waits')
    expect((await read()).status).toBe(200)
    holder.exec('COMMIT')
    expect((await written).status).toBe(200)
  })

  it('fails the writes that wait too long with a sentence, and is logged once', async () => {
    holder.exec('BEGIN IMMEDIATE')
    for (const { status, body } of await Promise.all([append('in vain'), append('in vain'), append('in vain')]))
      expect({ status, body }).toEqual({ status: 503, body: locked })
    expect(lines.filter(({ event }) => event === 'lock.awaited').map(({ fields }) => fields)).toEqual([
      { file, waiting: expect.any(Number) },
    ])
    holder.exec('COMMIT')
    expect((await append('after')).status).toBe(200)
  })

  it('does not fail writes because a reader keeps it from a checkpoint', async () => {
    holder.exec('BEGIN')
    holder.prepare('SELECT COUNT(*) FROM users').get()
    // one is tried before a write that finds 1,000 pages in the log
    const isDue = () => statSync(`${file}-wal`).size > 1_200 * 4_096
    for (let turn = 0; turn < 1_000 && !isDue(); turn += 1) expect((await append('x')).status).toBe(200)
    expect(isDue()).toBe(true)
    holder.exec('COMMIT')
  })
})
