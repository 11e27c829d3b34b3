import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { formOf } from '../support/rest/endpoint-cases.js'
import { Person } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'
import { Processes } from '../support/app/processes.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create({ embedded: true })
})
afterAll(() => processes.close())

const backUp = (...args: string[]) => processes.run('tools/backup.ts', { args })
const inside = (...names: string[]) => join(processes.dataDir, ...names)

/** All data that a client can read of one person. */
async function everything(person: Person, roomId: string): Promise<unknown> {
  const { body } = await person.rest('GET', `/api/rooms/chatrooms/${roomId}/logs`)
  const query = `query ($id: ID!) {
    me { id username email createdAt }
    myCharacters { nodes { id name greeting context imageUrl visibility likeCount createdAt } }
    myRooms { nodes { id name createdAt } }
    room(id: $id) { generations { nodes { id status text attempt } } }
  }`
  return { log: body, images: await imagesOf(person), ...(await person.data(query, { id: roomId })) }
}

/** The bytes of the images of one person's characters. */
async function imagesOf(person: Person): Promise<Buffer[]> {
  const { body } = await person.rest('GET', '/api/characters/my')
  const urls = (body as { imageUrl: string | null }[]).flatMap(({ imageUrl }) => imageUrl ?? [])
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(person.url + new URL(url).pathname + new URL(url).search)
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }),
  )
}

async function show(person: Person, picture: Buffer): Promise<void> {
  const { status } = await person.rest('POST', '/api/characters', formOf({ name: 'Grace', image: picture }))
  expect(status).toBe(200)
}

const append = (person: Person, roomId: string, text: string) =>
  person.rest('PUT', `/api/rooms/chatrooms/${roomId}/logs`, { input_data: text, output_data: `re: ${text}` })

describe('npm run backup', () => {
  let ada: Person
  let roomId: string

  it('copies what a running server has acknowledged, without an effect on clients', async () => {
    const server = await processes.start()
    ada = await Person.register(server.url, 'ada')
    roomId = await ada.room('chat')
    await show(ada, await noise(9, 6).jpeg().toBuffer())
    for (let turn = 1; turn <= 30; turn += 1) expect((await append(ada, roomId, `say ${turn}`)).status).toBe(200)
    const before = await everything(ada, roomId)
    expect(before).toMatchObject({ log: { length: 30 }, images: { length: 1 }, me: { username: 'ada' } })

    const copied = new AbortController()
    const writing = (async () => {
      for (let turn = 31; !copied.signal.aborted; turn += 1)
        expect((await append(ada, roomId, `say ${turn}`)).status).toBe(200)
    })()
    const { code, output } = await backUp(inside('copies', 'running'))
    copied.abort()
    await writing
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toContain('To restore')
    expect(await server.stop('SIGTERM')).toBe(0)

    cpSync(inside('copies', 'running'), inside('restored'), { recursive: true })
    const restored = await processes.start({ DATA_DIR: inside('restored') })
    // the same token is valid: the backup includes the secret
    const after = await everything(ada.movedTo(restored.url), roomId)
    const { log, ...rest } = after as { log: { index: number }[] }
    const { log: first, ...restBefore } = before as { log: { index: number }[] }
    expect(rest).toEqual(restBefore)
    expect(log.slice(0, 30)).toEqual(first)
    // of the writes during the copy, the first ones in order
    expect(log.map(({ index }) => index)).toEqual(log.map((_, position) => position + 1))
    expect((await append(ada.movedTo(restored.url), roomId, 'once more')).status).toBe(200)
    expect(await restored.stop('SIGTERM')).toBe(0)
  })

  it('copies everything of a stopped server, into a given folder that only its owner can enter', async () => {
    const { code, output } = await backUp()
    expect({ code, output }).toMatchObject({ code: 0 })
    const folder = inside('backups', ...readdirSync(inside('backups')))
    expect(output).toContain(folder)
    expect(readdirSync(folder).sort()).toEqual(['images', 'jwt-secret', 'parley.db'])
    for (const name of ['.', 'images']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700)
    for (const name of ['jwt-secret', 'parley.db']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)

    const original = await processes.start()
    const before = await everything(ada.movedTo(original.url), roomId)
    expect(await original.stop('SIGTERM')).toBe(0)
    const restored = await processes.start({ DATA_DIR: folder })
    expect(await everything(ada.movedTo(restored.url), roomId)).toEqual(before)
    expect(await restored.stop('SIGTERM')).toBe(0)
  })

  it('says that images in a bucket are not in the copy', async () => {
    const bucket = 's3://images?endpoint=http://127.0.0.1:1&region=us-east-1'
    const env = { IMAGES_URL: bucket, AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
    const { code, output } = await processes.run('tools/backup.ts', { env, args: [inside('with-bucket')] })
    expect(output).toContain('The images are not in it. They are in the bucket of IMAGES_URL')
    expect(code).toBe(0)
  })

  it('refuses an existing target, and does not change it', async () => {
    writeFileSync(inside('notes'), 'mine')
    mkdirSync(inside('folder'))
    writeFileSync(inside('folder', 'parley.db'), 'mine')
    for (const target of ['notes', 'folder', '.']) {
      const { code, output } = await backUp(inside(target))
      expect(code).toBe(73)
      expect(output).toContain('exists already')
    }
    expect(readFileSync(inside('notes'), 'utf8')).toBe('mine')
    expect(readFileSync(inside('folder', 'parley.db'), 'utf8')).toBe('mine')
    expect(readdirSync(processes.dataDir).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  it('reports in a sentence why a target cannot be created, and leaves nothing incomplete', async () => {
    const { code, output } = await backUp(inside('notes', 'below', 'a', 'file'))
    expect(code).toBe(73)
    expect(output).not.toContain('    at ')
    expect(readFileSync(inside('notes'), 'utf8')).toBe('mine')
  })

  it('names another tool when no store is embedded', async () => {
    const env = { DATA_DIR: inside('empty') }
    expect(await processes.run('tools/backup.ts', { env })).toMatchObject({ code: 66 })
    const onPostgres = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    const { code, output } = await processes.run('tools/backup.ts', { env: onPostgres })
    expect(code).toBe(64)
    expect(output).toContain('pg_dump')
    expect(existsSync(inside('empty'))).toBe(false)
  })
})
