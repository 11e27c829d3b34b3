import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EmbeddedChatLogStore, LogRoomTable } from '@parley/chat-log-store/embedded'
import type { Database } from '@parley/statements'
import { readConfig } from '../../src/config/config.js'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { logRecords } from '../../src/database/log-records.js'
import { RepairDocument, type RepairInput } from '../../rest-facade/operations/service-operations.generated.js'
import { throughDoor } from '../../tools/operator/door.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { bucketSettings, openTestImages, type TestImages } from '../support/images/test-bucket.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { findingsOf } from '../support/tools/findings.js'

type Finding = Record<'part' | 'kind' | 'subject', string>

let app: TestApp
let service: Person
let admin: Person
let database: Database
let logs: EmbeddedChatLogStore
let images: TestImages
let files: TestImages['store']
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog', embedded: true })
  service = app.chatLog()
  admin = await app.admin()
  database = app.app.database
  logs = new EmbeddedChatLogStore(database, logRecords)
  images = await openTestImages({ dataDir: app.dataDir, database })
  files = images.store
})
afterAll(async () => {
  await images.close()
  await app.close()
})

const document = 'mutation ($input: RepairInput!) { repair(input: $input) { repaired } }'
const repair = async (finding: Finding) => (await admin.data(document, { input: finding }))['repair']
/** The repair of `npm run doctor -- --min-age 0`. */
const repairNow = async (finding: Finding) => {
  const { dataDir, databaseUrl } = app
  const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const config = readConfig({ DATA_DIR: dataDir, ...url, ...bucketSettings() })
  const { part, kind, subject } = finding
  const input = { part, kind, subject, minAgeMs: 0 } as RepairInput
  return (await throughDoor(config, (ask) => ask(RepairDocument, { input }))).repair
}

describe('repair', () => {
  it('deletes no log that the chat-log service has created, whatever subject the caller names', async () => {
    const log = await LogRoom.create(service, '/doclog/office', admin.id)
    await database.write((db) => db.update(LogRoomTable, { id: log.id }, { createdAt: 1 }))
    const finding = { part: 'LOGS', kind: 'LOG_WITHOUT_RECORD', subject: `office:${log.id}:${admin.id}` }
    expect(await repair(finding)).toEqual({ repaired: false })
    expect(await repairNow(finding)).toEqual({ repaired: false })
    expect((await log.load()).status).toBe(200)
  })

  it('leaves logs, files and deletions that may be unfinished', async () => {
    const id = randomUUID()
    const key = { kind: 'office', userId: admin.id, id } as const
    await logs.createRoom(key, `record:${id}`)
    await files.put('an-upload', Buffer.from('x'))
    const target = `office:${randomUUID()}:${admin.id}`
    const state = { attempts: 0, dueAt: Date.now() + 60_000, lease: '', leaseUntil: 0, createdAt: Date.now() }
    const purge = await database.write(async (db) =>
      db.insertReturningId(PurgeTable, { kind: 'log_room', target, ...state }),
    )
    const young = [
      { part: 'LOGS', kind: 'LOG_WITHOUT_RECORD', subject: `office:${id}:${admin.id}` },
      { part: 'FILES', kind: 'FILE_WITHOUT_IMAGE', subject: 'an-upload' },
      { part: 'PURGES', kind: 'STUCK_PURGE', subject: String(purge) },
    ]
    for (const finding of young) expect(await repair(finding)).toEqual({ repaired: false })
    expect([await logs.hasRoom(key), await files.find('an-upload')]).toEqual([true, expect.any(Object)])
    for (const finding of young) expect(await repairNow(finding)).toEqual({ repaired: true })
    expect(await findingsOf(app.app.product.doctor)).toEqual([])
  })

  it('repairs only a finding of the kind that the caller names', async () => {
    const id = randomUUID()
    await logs.createRoom({ kind: 'office', userId: admin.id, id }, `record:${id}`)
    await database.write((db) => db.update(LogRoomTable, { id }, { createdAt: 1 }))
    const finding = { part: 'LOGS', kind: 'LOG_WITHOUT_RECORD', subject: `office:${id}:${admin.id}` }
    const { examine } = await admin.data(
      '{ examine(input: { part: LOGS }) { findings { subject account { username } } } }',
    )
    expect(examine).toEqual({ findings: [{ subject: finding.subject, account: { username: admin.username } }] })
    expect(await repair({ ...finding, kind: 'STUCK_PURGE' })).toEqual({ repaired: false })
    expect(await repair(finding)).toEqual({ repaired: true })
    expect(await repair(finding)).toEqual({ repaired: false })
    expect(await findingsOf(app.app.product.doctor)).toEqual([])
  })

  it('refuses an age below the default, except for the operator', async () => {
    const examine = 'query ($input: ExamineInput!) { examine(input: $input) { examined } }'
    const finding = { part: 'FILES', kind: 'FILE_WITHOUT_IMAGE', subject: 'x' }
    expect(await admin.codes(document, { input: { ...finding, minAgeMs: 299_999 } })).toEqual(['FORBIDDEN'])
    expect(await admin.codes(examine, { input: { part: 'FILES', minAgeMs: 0 } })).toEqual(['FORBIDDEN'])
    expect(await admin.codes(document, { input: { ...finding, minAgeMs: 300_000 } })).toEqual([])
    expect(await admin.codes(examine, { input: { part: 'FILES', minAgeMs: 600_000 } })).toEqual([])
  })
})
