import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readEnvironment } from '../../../src/config/env.js'
import { createTestDatabase, testMongoDatabase, testServer } from '@parley/testing'
import { Person } from '../../support/app/person.js'
import { Processes, type Started } from '../../support/app/processes.js'
import { blocksOf } from '../../support/documents/pages.js'
import { noise } from '../../support/images/pictures.js'
import { bucketSettings, hasBucket } from '../../support/images/test-bucket.js'
import { formOf } from '../../support/rest/endpoint-cases.js'
import { mongoPrograms } from '../../support/tools/mongo-archive.js'

type Environment = Record<string, string>

const hasMongo = (testMongoDatabase() ?? null) !== null
/** In the order of the page. */
const shapes = [
  { name: 'SQLite, images in the data folder', database: false, chats: false, bucket: false },
  { name: 'SQLite, chat logs in MongoDB', database: false, chats: true, bucket: false },
  { name: 'PostgreSQL, images in the data folder', database: true, chats: false, bucket: false },
  { name: 'PostgreSQL, images in a bucket', database: true, chats: false, bucket: true },
  { name: 'PostgreSQL, chat logs in MongoDB, images in a bucket', database: true, chats: true, bucket: true },
] as const
/** A shape has five starts of servers and eight commands. */
const limitMs = 300_000
const commands = blocksOf('docs/reference/backups.md').map(({ code }) => code)

it('the page has two blocks of commands for each kind of installation', () => {
  expect(commands).toHaveLength(2 * shapes.length)
})

/** Runs a block in the folder of Parley. */
function run(code: string, env: Environment): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', code], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (ended) => resolve({ code: ended, output })))
}

/** What a client can read, with the bytes of its picture. */
async function everything(person: Person, roomId: string): Promise<unknown> {
  const { body: log } = await person.rest('GET', `/api/rooms/chatrooms/${roomId}/logs`)
  const { body: characters } = await person.rest('GET', '/api/characters/my')
  const [imageUrl = ''] = (characters as { imageUrl: string | null }[]).flatMap(({ imageUrl }) => imageUrl ?? [])
  const picture = await fetch(person.url + new URL(imageUrl).pathname + new URL(imageUrl).search)
  return { log, status: picture.status, bytes: Buffer.from(await picture.arrayBuffer()) }
}

const append = (person: Person, roomId: string, text: string) =>
  person.rest('PUT', `/api/rooms/chatrooms/${roomId}/logs`, { input_data: text, output_data: `re: ${text}` })

describe.each(shapes.map((shape, index) => ({ ...shape, index })))('$name', ({ database, chats, bucket, index }) => {
  const isHere = (!database || testServer() !== undefined) && (!chats || hasMongo) && (!bucket || hasBucket())
  const whenHere = isHere ? it : it.skip
  const folder = mkdtempSync(join(tmpdir(), 'parley-backups-'))
  const programs = mongoPrograms()
  const databases: { drop(): Promise<void> }[] = []
  let processes: Processes
  beforeAll(async () => {
    processes = await Processes.create({ embedded: true })
  })
  afterAll(async () => {
    await processes.close()
    for (const each of databases) await each.drop()
    for (const each of [folder, programs]) rmSync(each, { recursive: true, force: true })
  })

  /** The settings of an installation in an empty place. */
  async function place(name: string): Promise<Environment> {
    const env: Environment = { DATA_DIR: join(folder, name), JWT_SECRET: 's'.repeat(64), BACKUP: folder }
    if (database) {
      const made = await createTestDatabase()
      if (made) databases.push(made)
      env['DATABASE_URL'] = made?.url ?? ''
    }
    // the database of the chats keeps its name
    const mongo = chats ? testMongoDatabase(folder) : undefined
    if (mongo) {
      await mongo.drop()
      databases.push(mongo)
      env['MONGODB_URL'] = mongo.url
    }
    if (bucket) {
      const { IMAGES_URL = '', ...key } = bucketSettings()
      const [address = '', endpoint = ''] = IMAGES_URL.split('?endpoint=')
      const prefix = `${address}/backup-${name}-${String(process.pid)}`
      const settings = {
        IMAGES_URL: `${prefix}?endpoint=${endpoint}`,
        BUCKET: prefix.replace('s3://', ''),
        ENDPOINT: endpoint,
      }
      Object.assign(env, key, settings)
    }
    return env
  }

  // the programs of the shell itself follow those of the test
  const shell = (code: string, env: Environment) =>
    run(`PATH='${programs}':$PATH\n${code}`, { ...env, PATH: readEnvironment()['PATH'] ?? '', HOME: folder })
  const start = (env: Environment): Promise<Started> => processes.start(env)

  whenHere(
    'is as before after its backup and restore, with the tokens of that time',
    async () => {
      const before = await place('before')
      let server = await start(before)
      const ada = await Person.register(server.url, 'ada')
      const roomId = await ada.room('chat')
      const form = formOf({ name: 'Grace', image: await noise(9, 6).jpeg().toBuffer() })
      expect((await ada.rest('POST', '/api/characters', form)).status).toBe(200)
      for (let turn = 1; turn <= 5; turn += 1)
        expect((await append(ada, roomId, `say ${String(turn)}`)).status).toBe(200)
      const kept = await everything(ada, roomId)
      expect(kept).toMatchObject({ log: { length: 5 }, status: 200 })
      if (chats) expect(await server.stop('SIGTERM')).toBe(0)
      expect(await shell(commands[2 * index] ?? '', before)).toMatchObject({ code: 0 })

      // later changes are not in the backup
      if (chats) server = await start(before)
      expect((await append(ada.movedTo(server.url), roomId, 'later')).status).toBe(200)
      await Person.register(server.url, 'late')
      expect(await server.stop('SIGTERM')).toBe(0)

      const restored = await place('restored')
      const { code, output } = await shell(commands[2 * index + 1] ?? '', restored)
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Nothing is left.') })
      expect(output).toMatch(
        /Checked .*1 logs.* 1 images, 1 files, 0 uploads, 0 cards, 2 characters, 0 personas, 1 accounts/,
      )
      server = await start(restored)
      const again = ada.movedTo(server.url)
      expect(await everything(again, roomId)).toEqual(kept)
      expect((await append(again, roomId, 'once more')).status).toBe(200)
      expect(await server.stop('SIGTERM')).toBe(0)
    },
    limitMs,
  )
})
