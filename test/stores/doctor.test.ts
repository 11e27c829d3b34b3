import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EmbeddedChatLogStore, LogRoomTable } from '@parley/chat-log-store/embedded'
import { Database, everyRow } from '@parley/statements'
import { readConfig } from '../../src/config/config.js'
import { installationId } from '../../src/database/installation.js'
import { logRecords } from '../../src/database/log-records.js'
import { CharacterCardTable, CharacterTable } from '../../src/database/tables/characters.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { ImageTable } from '../../src/database/tables/images.js'
import { FileTable } from '../../src/database/tables/files.js'
import { PassageIndexTable } from '../../src/database/tables/passages.js'
import { PersonaTable } from '../../src/database/tables/personas.js'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { UserTable } from '../../src/database/tables/users.js'
import { FileExaminer } from '../../src/doctor/file-examiner.js'
import { throughDoor } from '../../tools/operator/door.js'
import { runDoctorCommand } from '../../tools/operator/doctor-command.js'
import { readDoctorCommand } from '../../tools/operator/read-doctor-command.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { archiveOf } from '../support/characters/card-files.js'
import { LogRoom, turn } from '../support/rooms/log-room.js'
import { previewOf, readFile, whenRead } from '../support/files/uploads.js'
import { at, type Person } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'
import { bucketSettings, openTestImages, type TestImages } from '../support/images/test-bucket.js'
import { runSql } from '../support/app/raw-sql.js'

let app: TestApp
let service: Person
let ada: Person
let database: Database
let logs: EmbeddedChatLogStore
let images: TestImages
let files: TestImages['store']
beforeAll(async () => {
  const env = { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3', IMAGE_HOST: 'img.example' }
  app = await createTestApp({ roles: 'app,chatlog', embedded: true, env })
  service = app.chatLog()
  ada = await app.person('ada')
  database = app.app.database
  logs = new EmbeddedChatLogStore(database, logRecords)
  images = await openTestImages({ dataDir: app.dataDir, database })
  files = images.store
})
afterAll(async () => {
  await images.close()
  await app.close()
})

/** Runs the command with the environment of the server; returns its output and exit code. */
async function doctor(...args: string[]) {
  const { dataDir, databaseUrl } = app
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const config = readConfig({ DATA_DIR: dataDir, ...database, ...bucketSettings() })
  const lines: string[] = []
  const command = readDoctorCommand(args)
  const { left, summary } = await throughDoor(config, (ask) =>
    runDoctorCommand(command, ask, { say: (line) => void lines.push(line) }),
  )
  return { left, lines, summary }
}
const operator = { kind: 'service' } as const
const now = ['--min-age', '0']
const nothing = { left: 0, lines: [] }
const chat = async (body: object, person = ada) =>
  at((await person.rest('POST', '/api/rooms/chatrooms', body)).body, 'room_id')
const office = async (person = ada) => {
  const id = await person.room()
  expect((await person.rest('PUT', `/api/rooms/officerooms/${id}/logs`, turn)).status).toBe(200)
  return id
}
const entriesOf = async (id: string) => (await ada.rest('GET', `/api/rooms/officerooms/${id}/logs`)).body
const picture = async () => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await noise(6, 4).png().toBuffer())]), 'a.png')
  form.set('name', 'Grace')
  form.set('greeting', 'Ahoy')
  form.set('context', 'A sailor')
  const { body } = await ada.rest('POST', '/api/characters', form)
  const url = at(body, 'data', 'imageUrl')
  return { url, imageId: new URL(url).searchParams.get('id') ?? '' }
}

describe('npm run doctor on stores in order', () => {
  it('finds nothing in all kinds of rooms, logs, replies and images', async () => {
    const room = await office()
    await ada.say(room)
    await ada.room('chat')
    await chat({ userid: 'guest' }, app.stranger())
    for (const [folder, userId] of [
      ['/doclog/office', 'guest'],
      ['/doclog/chatbot', ada.id],
      // a number that no account has had yet
      ['/doclog/office', '999999'],
      ['/doclog/office', '007'],
    ] as const)
      await (await LogRoom.create(service, folder, userId)).save()
    const gone = await app.person('gone')
    expect((await gone.rest('DELETE', `/api/users/${gone.id}`)).status).toBe(204)
    // created later by a caller with the same user id, to whom it belongs
    await (await LogRoom.create(service, '/doclog/office', gone.id)).save()
    await picture()
    // not an image
    const folder = join(app.dataDir, 'images', await installationId(database), 'a-folder', 'in-it')
    await mkdir(folder, { recursive: true })
    await app.idle()
    const { summary, ...rest } = await doctor(...now)
    expect(rest).toEqual(nothing)
    expect(summary).toMatch(
      /^Checked 0 purges, 8 logs, 0 remnants, \d+ search, 3 records, 1 replies, 1 images, 1 files, 0 uploads, 0 cards, 2 characters, 0 personas, \d accounts\.\nNothing is left\.$/,
    )
  })

  it('does not report unfinished data, or data that is being deleted', async () => {
    const bob = await app.person('bob')
    const id = await office(bob)
    const key = { kind: 'office', userId: bob.id, id } as const
    await logs.createRoom({ kind: 'office', userId: 'x', id: randomUUID() }, 'record:in the making')
    await files.put('a-file-in-the-making', Buffer.from('x'))
    // the state of a deletion while the log store is unavailable
    await database.write(async (db) => {
      await db.delete(RoomTable, { roomId: id })
      const soon = Date.now() + 60_000
      const target = `office:${id}:${bob.id}`
      await db.insert(PurgeTable, {
        kind: 'log_room',
        target,
        createdAt: Date.now(),
        attempts: 1,
        dueAt: soon,
        lease: '',
        leaseUntil: soon,
      })
    })
    expect(await doctor()).toMatchObject(nothing)
    const { lines } = await doctor(...now)
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^stuck-purge: log_room "office:${id}:${bob.id}" is to go since .*Z, tried 1 times$`),
      ),
      'file-without-image: file a-file-in-the-making belongs to no image',
    ])
    // free but not due: the worker leaves it to a request
    await database.write((db) => db.update(PurgeTable, everyRow, { leaseUntil: 0 }))
    expect(await doctor('repair', 'stuck-purge', 'file-without-image', ...now)).toMatchObject({ left: 0 })
    expect(await logs.hasRoom(key)).toBe(false)
  })
})

describe('npm run doctor finds', () => {
  it('a record without its log, and gives it an empty one', async () => {
    const id = await office()
    await logs.deleteRoom({ kind: 'office', userId: ada.id, id })
    expect((await ada.rest('GET', `/api/rooms/officerooms/${id}/logs`)).status).toBe(404)
    const line = `record-without-log: office room ${id} of user id "${ada.id}" has no log`
    expect(await doctor()).toMatchObject({ left: 1, lines: [line] })
    const repaired = await doctor('repair')
    expect(repaired).toMatchObject({ left: 0, lines: [`repaired ${line}`] })
    expect(repaired.summary).toMatch(/\nRepaired: 1\.\nNothing is left\.$/)
    expect(await entriesOf(id)).toEqual([])
    expect(await doctor(...now)).toMatchObject(nothing)
  })

  it('a log without its record, and removes it only by name', async () => {
    const kept = await LogRoom.create(service, '/doclog/office', ada.id)
    const id = await office()
    await database.write((db) => db.delete(RoomTable, { roomId: id }))
    const line = `log-without-record: office log ${id} of user id "${ada.id}" was made for a record that is gone`
    const { left, lines, summary } = await doctor('repair', ...now)
    expect({ left, lines }).toEqual({ left: 1, lines: [line] })
    expect(summary).toContain('\nLeft: 1 log-without-record.\nnpm run doctor -- repair log-without-record: removes')
    expect((await new LogRoom(service, '/doclog/office', id, ada.id).load()).body).toHaveLength(1)
    expect(await doctor('repair', 'log-without-record', ...now)).toMatchObject({ left: 0, lines: [`repaired ${line}`] })
    expect((await new LogRoom(service, '/doclog/office', id, ada.id).load()).status).toBe(404)
    expect((await kept.load()).status).toBe(200)
    expect(await doctor(...now)).toMatchObject(nothing)
  })

  it('no orphan when a log was adopted again before its removal', async () => {
    const id = await office()
    await database.write((db) => db.delete(RoomTable, { roomId: id }))
    const finding = { part: 'logs', kind: 'log-without-record', subject: `office:${id}:${ada.id}` } as const
    expect((await ada.rest('POST', '/api/rooms/officerooms', { room_id: id })).status).toBe(200)
    expect(await app.app.product.doctor.repair(operator, { ...finding, minAgeMs: 0 })).toBe(false)
    expect(await entriesOf(id)).toHaveLength(1)
  })

  it('purges of another release, and forgets them only by name', async () => {
    await database.write((db) =>
      runSql(
        db,
        `INSERT INTO purges (kind, target, created_at, attempts, due_at, lease, lease_until)
        VALUES ('ledger', '7', 1, 3, ${Date.now() + 600_000}, '', 0)`,
      ),
    )
    const line =
      'unknown-purge: ledger "7" is to go since 1970-01-01T00:00:00.001Z, and only a release that knows this kind can remove it'
    const found = await doctor('repair')
    expect(found).toMatchObject({ left: 1, lines: [line] })
    expect(found.summary).toContain('\nnpm run doctor -- repair unknown-purge: ')
    expect(await doctor('repair', 'unknown-purge')).toMatchObject({ left: 0, lines: [`repaired ${line}`] })
    expect(await doctor(...now)).toMatchObject(nothing)
  })

  it('replies without a room', async () => {
    const id = await office()
    const reply = await ada.say(id)
    await app.idle()
    await logs.deleteRoom({ kind: 'office', userId: ada.id, id })
    await database.write((db) => db.delete(RoomTable, { roomId: id }))
    const line = `reply-without-room: reply ${reply} is of room ${id}, which is gone`
    expect(await doctor(...now)).toMatchObject({ left: 1, lines: [line] })
    expect(await doctor('repair')).toMatchObject({ left: 1, lines: [line] })
    expect(await doctor('repair', 'reply-without-room')).toMatchObject({ left: 0, lines: [`repaired ${line}`] })
    expect(await database.read((db) => db.exists(GenerationTable, { id: reply }))).toBe(false)
  })

  it('an image without its file, which is forgotten only by name', async () => {
    const { url, imageId } = await picture()
    const stored = (await files.find(imageId))?.size ?? 0
    const found = (fault: string) => `image-without-file: image ${imageId} of account ${ada.id} has ${fault}`
    await files.put(imageId, Buffer.alloc(100))
    expect(await doctor()).toMatchObject({ left: 1, lines: [found(`a file of 100 bytes instead of ${stored}`)] })
    await files.delete(imageId)
    const line = found('no file')
    expect(await doctor('repair')).toMatchObject({ left: 1, lines: [line] })
    expect(await database.read((db) => db.exists(CharacterTable, { imageId }))).toBe(true)
    expect(await doctor('repair', 'image-without-file')).toMatchObject({ left: 0 })
    expect(await database.read((db) => db.exists(CharacterTable, { imageId }))).toBe(false)
    expect(url).toContain(imageId)
  })

  it('a card without its assets, which it loses only by name', async () => {
    const data = { name: 'Mira', description: 'x' }
    const json = JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data })
    const card = (await archiveOf({ 'card.json': json, 'a.ogg': 'sound' })).toString('base64')
    const { importCharacter } = await ada.data(
      'mutation ($card: String!) { importCharacter(input: { card: $card }) { character { id } } }',
      { card },
    )
    const id = at(importCharacter, 'character', 'id')
    const stored = () => database.read((db) => db.selectOne(CharacterCardTable, { characterId: Number(id) }))
    await files.delete((await stored())?.fileId ?? '')
    const line = `card-without-assets: the card of character ${id} has no file with its assets`
    expect(await doctor('repair')).toMatchObject({ left: 1, lines: [line] })
    expect(await doctor('repair', 'card-without-assets')).toMatchObject({ left: 0 })
    expect(await stored()).toMatchObject({ data: json, fileId: null, fileBytes: 0 })
  })

  it('an uploaded file without its bytes, which is forgotten only by name', async () => {
    const id = await readFile(ada, { name: 'a.txt', bytes: Buffer.from('text') })
    const found = (fault: string) => `upload-without-file: file ${id} of account ${ada.id} has ${fault}`
    await files.put(id, Buffer.from('cut'))
    expect(await doctor()).toMatchObject({ left: 1, lines: [found('a file of 3 bytes instead of 4')] })
    await files.delete(id)
    expect(await doctor('repair')).toMatchObject({ left: 1, lines: [found('no bytes')] })
    expect(await doctor('repair', 'upload-without-file')).toMatchObject({ left: 0 })
    expect(await database.read((db) => db.exists(FileTable, { id }))).toBe(false)
  })

  it('an uploaded file without its text, and one that nothing reads, which are read again', async () => {
    const id = await readFile(ada, { name: 'a.txt', bytes: Buffer.from('text') })
    await database.write((db) => db.delete(PassageIndexTable, { fileId: id }))
    const line = `upload-without-text: file ${id} of account ${ada.id} was read and has no text`
    expect(await doctor('repair')).toMatchObject({ left: 0, lines: [`repaired ${line}`] })
    // the command does not read; the server does
    expect(await whenRead(ada, id)).toMatchObject({ state: 'WHOLE' })
    expect(await previewOf(ada, id)).toBe('text')
    await database.write((db) =>
      db.update(FileTable, { id }, { state: 'READING', createdAt: 1, lease: 'x', attempts: 2 }),
    )
    const waiting = `upload-not-read: file ${id} of account ${ada.id} waits to be read`
    expect((await doctor()).lines).toEqual([waiting])
    expect((await ada.rest('DELETE', `/files/${id}`)).status).toBe(204)
  })

  it('a file without an image, and references to a missing image', async () => {
    const { imageId } = await picture()
    await database.write(async (db) => {
      await db.update(UserTable, { id: Number(ada.id) }, { profileImageId: imageId })
      await db.insert(PersonaTable, {
        ...{ ownerId: Number(ada.id), name: 'Nova', description: '', imageId, isDefault: false },
        ...{ createdAt: 1, updatedAt: 1 },
      })
      await db.delete(ImageTable, { id: imageId })
    })
    const { left, lines } = await doctor(...now)
    expect(left).toBe(4)
    expect(lines).toEqual([
      `file-without-image: file ${imageId} belongs to no image`,
      expect.stringMatching(
        new RegExp(`^picture-without-image: character \\d+ shows image ${imageId}, which is gone$`),
      ),
      expect.stringMatching(new RegExp(`^picture-without-image: persona \\d+ shows image ${imageId}, which is gone$`)),
      `picture-without-image: account ${ada.id} shows image ${imageId}, which is gone`,
    ])
    expect(await doctor('repair', ...now)).toMatchObject({
      left: 1,
      lines: [lines[0], ...lines.slice(1).map((line) => `repaired ${line}`)],
    })
    expect(await doctor('repair', 'file-without-image', ...now)).toMatchObject({ left: 0 })
    expect(await files.find(imageId)).toBeUndefined()
    expect((await ada.rest('GET', '/api/users/profile')).body).toMatchObject({ profileImageUrl: null })
    expect(await doctor(...now)).toMatchObject(nothing)
  })
})

describe('npm run doctor', () => {
  it('reads and repairs more than a page', async () => {
    const rooms = Array.from({ length: 410 }, () => ({ roomId: randomUUID(), userId: 'guest', createdAt: 1 }))
    await database.write(async (db) => {
      const rest = { kind: 'office', ownerId: null, characterId: null, updatedAt: 1 } as const
      const records = rooms.slice(0, 205).map((room) => ({ ...room, ...rest }))
      await db.insert(RoomTable, records)
      const orphans = rooms.slice(205).map(({ roomId: id, ...room }) => ({ ...room, id, source: `record:${id}` }))
      await db.insert(
        LogRoomTable,
        orphans.map((room) => ({ ...room, kind: 'office' as const })),
      )
    })
    expect((await doctor()).left).toBe(410)
    const { left, lines } = await doctor('repair', 'record-without-log', 'log-without-record')
    expect({ left, lines: lines.length }).toEqual({ left: 0, lines: 410 })
    expect(await doctor(...now)).toMatchObject(nothing)
  })

  it('returns findings of files in pages, whatever the order of the files', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) await files.put(id, Buffer.from('x'))
    const examiner = new FileExaminer(database, files)
    const found: string[] = []
    let after: string | null = null
    do {
      const { findings, next } = await examiner.page({ after, limit: 2, before: Date.now() + 1_000 })
      found.push(...findings.map(({ subject }) => subject))
      after = next
    } while (after !== null)
    expect(found).toEqual(ids)
    expect(await doctor('repair', 'file-without-image', ...now)).toMatchObject({ left: 0 })
  })
})
