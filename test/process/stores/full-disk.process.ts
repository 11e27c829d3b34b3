import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { onServer, testServer, until } from '@parley/testing'
import { at, Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'
import { watch, type WatchedEvent } from '../../support/app/watch.js'
import { noise } from '../../support/images/pictures.js'
import { SmallDisk } from '../../support/stores/small-disk.js'

const replies = 16
const reply = Array.from({ length: 100 }, (_, index) => `word${String(index)}`).join(' ')

const disk = SmallDisk.mount(64)
const server = testServer()
const settings: Record<string, string> = disk ? { DATA_DIR: join(disk.folder, 'data') } : {}
const database = 'parley_full_disk'

async function upload(person: Person) {
  const form = new FormData()
  form.set(
    'image',
    new Blob([new Uint8Array(await noise(64, 64).png().toBuffer())], { type: 'image/png' }),
    'noise.png',
  )
  return person.rest('POST', '/images', form)
}

;(disk ? describe : describe.skip)('a disk that is full', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await Processes.create()
    if (server === undefined || !disk) return
    const [row] = await onServer(server, 'SHOW data_directory')
    const tables = disk.folderOf(String(row?.['data_directory']), 'tables')
    await onServer(server, `CREATE TABLESPACE small LOCATION '${tables}'`)
    await onServer(server, `CREATE DATABASE ${database} TABLESPACE small`)
    const url = new URL(server)
    url.pathname = `/${database}`
    settings['DATABASE_URL'] = url.toString()
  })
  afterAll(async () => {
    disk?.free()
    await processes.close()
    if (server !== undefined) {
      await onServer(server, `DROP DATABASE ${database} WITH (FORCE)`)
      await onServer(server, 'DROP TABLESPACE small')
    }
    disk?.unmount()
  })

  it('refuses what is written with one sentence, serves reads, loses no running reply, and ends by itself', async () => {
    const started = await processes.start({
      ...settings,
      OFFICE_CONCURRENCY: String(replies),
      LOCAL_MODEL: `scripted:?reply=${reply}&chunks=100&delayMs=30`,
    })
    const ada = await Person.register(started.url, 'ada')
    const rooms = await Promise.all(Array.from({ length: replies + 1 }, () => ada.room()))
    const [other = '', ...talking] = rooms
    const generations = await Promise.all(talking.map((room) => ada.say(room)))
    const first = at(generations, 0)
    await watch(ada, first, undefined, ({ delta }) => delta !== '')

    disk?.fill()
    const path = `/api/rooms/officerooms/${other}/logs`
    const append = () => ada.rest('PUT', path, { input_data: 'x'.repeat(400), output_data: 'y'.repeat(400) })
    const refused = { status: 503, body: { detail: 'Database error', message: 'Nothing can be stored now' } }
    await until('a write is refused', append, ({ status }) => status !== 200)
    expect(await append()).toMatchObject(refused)
    expect(await upload(ada)).toMatchObject(refused)
    expect((await ada.rest('GET', path)).status).toBe(200)
    expect(await ada.rest('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([expect.stringContaining('The database refuses writes')]) },
    })
    await started.seen(/"name":"store\.write_refused"/)
    const isWhole = ({ offset, delta }: WatchedEvent) => offset + delta.length === reply.length
    await Promise.all(generations.map((id) => watch(ada, id, undefined, isWhole)))

    disk?.free()
    await started.seen(/"name":"store\.write_accepted"/)
    await until('a write is stored', append, ({ status }) => status === 200)
    const query = 'query ($id: ID!) { generation(id: $id) { status text entry { outputData } } }'
    for (const id of generations) {
      const found = await until(
        'the reply has ended',
        async () => (await ada.data(query, { id }))['generation'] as Record<string, unknown>,
        ({ status }) => status !== 'RUNNING' && status !== 'QUEUED',
      )
      expect(found).toEqual({ status: 'COMPLETED', text: reply, entry: { outputData: reply } })
    }
    expect(await started.stop('SIGTERM')).toBe(0)
  })

  it('is found by a start, which serves reads and ends the state by itself', async () => {
    // the first connection writes a file for all that follow
    if (settings['DATABASE_URL'] !== undefined) await onServer(settings['DATABASE_URL'], 'SELECT 1')
    disk?.fill()
    const started = await processes.start(settings)
    await started.seen(/"name":"store\.write_refused"/)
    const readiness = () => new Person(started.url).rest('GET', '/health/ready')
    expect(await readiness()).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([expect.stringContaining('refuses writes')]) },
    })
    disk?.free()
    await until('no warning is left', readiness, ({ body }) => !('warnings' in (body as object)))
    expect(await started.stop('SIGTERM')).toBe(0)
  })
  ;(server === undefined ? it.skip : it)(
    'without room for a file that new connections of PostgreSQL need is named by a start',
    async () => {
      // removes that file
      await onServer(settings['DATABASE_URL'] ?? '', 'REINDEX TABLE pg_class')
      disk?.fill()
      expect(await processes.run('main/main.ts', { env: settings })).toEqual({
        code: 1,
        output: expect.stringMatching(
          /DATABASE_URL: the database refuses to write \(.*could not write init file\): its disk is full, free some space/,
        ),
      })
      disk?.free()
      const started = await processes.start(settings)
      expect(await started.stop('SIGTERM')).toBe(0)
    },
  )
  ;(server === undefined ? it : it.skip)('without room for a file that SQLite needs is named by a start', async () => {
    const file = join(settings['DATA_DIR'] ?? '', 'parley.db')
    for (const beside of ['-shm', '-wal']) rmSync(file + beside, { force: true })
    disk?.fill()
    const sentence = `DATA_DIR: ${file} refuses to write (SQLITE_IOERR_SHMSIZE: disk I/O error): its disk is full, free some space`
    expect(await processes.run('main/main.ts', { env: settings })).toEqual({
      code: 1,
      output: expect.stringContaining(sentence),
    })
    disk?.free()
    const started = await processes.start(settings)
    expect(await started.stop('SIGTERM')).toBe(0)
  })
})
