import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { openMigrated } from '../../src/database/open-database.js'
import { DataExportTable } from '../../src/database/tables/data-exports.js'
import { unzip } from '../support/accounts/unzip.js'
import { at, Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'
import { noise } from '../support/images/pictures.js'

const path = '/api/users/data-export'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

/** The stored files of exports. */
const parts = () =>
  readdirSync(join(processes.dataDir, 'images'), { recursive: true }).filter((name) => name.includes('/export-'))
const statusOf = async (person: Person) => at((await person.rest('GET', path)).body, 'status')

/** A crash leaves a lease of 30 s. */
async function endLease(): Promise<void> {
  const database = await openMigrated({ url: processes.databaseUrl, dataDir: processes.dataDir })
  await database.write((db) => db.update(DataExportTable, { status: 'RUNNING' }, { leaseUntil: 0 }))
  await database.close()
}

it('kill -9 interrupts an export, which begins again: its archive is whole, no other file stays, and a broken download costs its link', async () => {
  const first = await processes.start()
  const before = await Person.register(first.url, 'ada')
  const picture = new Blob([await noise(1_200, 1_200).png().toBuffer()])
  const ids: string[] = []
  // an archive of three files
  for (let n = 0; n < 6; n += 1) {
    const form = new FormData()
    form.append('image', picture)
    ids.push(at((await before.rest('POST', '/images', form)).body, 'id'))
  }
  expect((await before.rest('POST', path)).status).toBe(202)
  await until('the first file is stored', () => parts().length > 0)
  await first.stop('SIGKILL')
  const left = parts()
  await endLease()

  const server = await processes.start()
  const ada = before.movedTo(server.url)
  expect(await statusOf(ada)).toBe('RUNNING')
  await until('it is written', async () => (await statusOf(ada)) !== 'RUNNING')
  expect((await ada.rest('GET', path)).body).toMatchObject({ status: 'READY', progress: 1 })

  const linkOf = async () =>
    server.url + '/data-export' + new URL(at((await ada.rest('POST', `${path}/link`)).body, 'url')).search
  const link = await linkOf()
  const stopped = new AbortController()
  // larger than what sockets buffer, so this download breaks
  const broken = await fetch(link, { method: 'POST', signal: stopped.signal })
  stopped.abort()
  await expect(broken.arrayBuffer()).rejects.toThrow()
  expect((await fetch(link, { method: 'POST' })).status).toBe(404)
  const archive = await fetch(await linkOf(), { method: 'POST' })
  const files = await unzip(Buffer.from(await archive.arrayBuffer()))
  for (const id of ids) {
    const stored = await fetch(`${server.url}/thumbnail?id=${id}`)
    expect(files.get(`images/${id}.png`)?.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true)
  }
  expect(parts().filter((name) => left.includes(name))).toEqual([])
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(await processes.run('tools/doctor.ts', { args: ['--min-age', '0'] })).toMatchObject({ code: 0 })
}, 180_000)
