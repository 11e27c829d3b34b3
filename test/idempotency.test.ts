import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { formOf } from './support/endpoint-cases.js'
import { LogRoom, storedImage } from './support/log-room.js'
import { at } from './support/person.js'
import type { Person, RestAnswer } from './support/person.js'
import { noise } from './support/pictures.js'

const hour = 3_600_000
const env = { IMAGE_HOST: 'img.example' }
const roles = 'app,chatlog'

let now = Date.now()
let app: TestApp
let picture: Buffer
let otherPicture: Buffer
beforeAll(async () => {
  app = await createTestApp({ roles, env, clock: () => now })
  picture = await noise(4, 3).png().toBuffer()
  otherPicture = await noise(5, 3).png().toBuffer()
})
afterAll(() => app.close())

type Send = (by: Person, key: string) => Promise<RestAnswer>

/** A creation on a stage of its own: the same request in two spellings, another one, and the end of what it made. */
interface Act {
  readonly first: Send
  readonly respelled: Send
  readonly other: Send
  /** Ends what the answer speaks of. */
  readonly undo: (by: Person, answer: RestAnswer) => Promise<RestAnswer>
}

interface Row {
  readonly name: string
  /** A retry after the end of what was made. */
  readonly afterwards: 404 | 'the same'
  readonly prepare: (by: Person) => Promise<Act>
}

const idempotent = (key: string) => ({ 'Idempotency-Key': key })
const json =
  (method: string, path: string, body: object): Send =>
  (by, key) =>
    by.rest(method, path, body, idempotent(key))
const form =
  (path: string, parts: Readonly<Record<string, string | Buffer>>): Send =>
  (by, key) =>
    by.rest('POST', path, formOf(parts), idempotent(key))

function roomRow(kind: 'chat' | 'office'): Row {
  const path = `/api/rooms/${kind}rooms`
  return {
    name: `POST ${path}`,
    afterwards: 404,
    prepare: async (by) => ({
      first: json('POST', path, { room_name: 'Bridge', user_id: by.id }),
      respelled: json('POST', `/api/${kind}rooms`, { userid: Number(by.id), characterId: null, roomName: 'Bridge' }),
      other: json('POST', path, { room_name: 'Galley', user_id: by.id }),
      undo: (owner, { body }) => owner.rest('DELETE', `${path}/${at(body, 'room_id')}`),
    }),
  }
}

function logRow(kind: 'chat' | 'office'): Row {
  return {
    name: `PUT /api/rooms/${kind}rooms/{id}/logs`,
    afterwards: 404,
    prepare: async (by) => {
      const roomId = await by.room(kind)
      const path = `/api/rooms/${kind}rooms/${roomId}/logs`
      return {
        first: json('PUT', path, { input_data: 'Hello', output_data: 'Ahoy' }),
        respelled: json('PUT', `/api/${kind}rooms/${roomId.toUpperCase()}/logs`, {
          outputData: 'Ahoy',
          img_url: null,
          inputData: 'Hello',
        }),
        other: json('PUT', path, { input_data: 'Hello', output_data: 'Avast' }),
        undo: (owner) => owner.rest('DELETE', `${path}?index=1`),
      }
    },
  }
}

const characters = '/api/characters'
const deleteCharacter: Act['undo'] = (owner, { body }) =>
  owner.rest('DELETE', `${characters}/${String((body as { data: { id: number } }).data.id)}`)

const rows: readonly Row[] = [
  {
    name: 'POST /api/characters',
    afterwards: 404,
    prepare: async () => ({
      first: json('POST', characters, { name: 'Mara', greeting: 'Ahoy', accessLevel: true }),
      respelled: form(characters, { access_level: 'true', greeting: 'Ahoy', character_name: 'Mara' }),
      other: json('POST', characters, { name: 'Mara', greeting: 'Avast', accessLevel: true }),
      undo: deleteCharacter,
    }),
  },
  {
    name: 'POST /api/characters with a file',
    afterwards: 404,
    prepare: async () => ({
      first: form(characters, { name: 'Mara', image: picture }),
      respelled: form(characters, { image: picture, character_name: 'Mara' }),
      other: form(characters, { name: 'Mara', image: otherPicture }),
      undo: deleteCharacter,
    }),
  },
  {
    name: 'POST /images',
    // it is uploaded again with the retry
    afterwards: 'the same',
    prepare: async () => ({
      first: form('/images', { image: picture }),
      respelled: form('/images', { file: picture }),
      other: form('/images', { image: otherPicture }),
      undo: async (by, { body }) => {
        const made = await by.rest('POST', characters, { name: 'Mara', imageUrl: at(body, 'url') })
        return deleteCharacter(by, made)
      },
    }),
  },
  roomRow('chat'),
  roomRow('office'),
  logRow('chat'),
  logRow('office'),
]

const told = ({ status, text }: RestAnswer) => `${String(status)} ${text}`

describe.each(rows)('an Idempotency-Key of $name', ({ prepare, afterwards }) => {
  let ada: Person
  let act: Act
  let first: RestAnswer
  beforeAll(async () => {
    ada = await app.person('ada')
    act = await prepare(ada)
    first = await act.first(ada, 'k')
    expect(first.status).toBe(200)
  })

  it('gives the first answer to the same request, also in another spelling', async () => {
    expect(told(await act.first(ada, 'k'))).toBe(told(first))
    expect(told(await act.respelled(ada, 'k'))).toBe(told(first))
  })

  it('refuses another request, and the first one is as it was', async () => {
    expect(await act.other(ada, 'k')).toMatchObject({
      status: 409,
      body: { detail: 'Conflict', message: 'This idempotency key was used with another input' },
    })
    expect(told(await act.first(ada, 'k'))).toBe(told(first))
  })

  it('gives one answer to twenty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => act.first(ada, 'many')))
    expect(new Set(answers.map(told)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  it.each(['', 'k'.repeat(256), 'k\tk'])('is not %j', async (key) => {
    const { status, body } = await act.first(ada, key)
    expect(status).toBe(422)
    expect(body).toMatchObject({ detail: [{ location: ['header', 'idempotency-key'] }] })
  })

  it('may be as long as 255 characters, and of any script that a header carries', async () => {
    expect((await act.first(ada, 'é'.repeat(255))).status).toBe(200)
  })

  it('is the caller’s own', async () => {
    const eve = await app.person('eve')
    const own = await prepare(eve)
    const answer = await own.other(eve, 'k')
    expect(answer.status).toBe(200)
    expect(told(answer)).not.toBe(told(first))
  })

  it('needs an account to keep it', async () => {
    expect((await act.first(app.stranger(), 'k')).status).toBe(401)
  })

  it('goes on after the end of what it made', async () => {
    expect((await act.undo(ada, first)).status).toBeLessThan(300)
    const retry = await act.first(ada, 'k')
    if (afterwards === 404) expect(retry).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    else expect(told(retry)).toBe(told(first))
    expect((await act.other(ada, 'k')).status).toBe(409)
  })
})

describe('an Idempotency-Key of a room’s log', () => {
  it.each(['chat', 'office'] as const)('is no matter of what has become of its entry (%s)', async (kind) => {
    const ada = await app.person('ada')
    const path = `/api/rooms/${kind}rooms/${await ada.room(kind)}/logs`
    const turn = { input_data: 'Hello', output_data: 'Ahoy' }
    const first = await ada.rest('PUT', path, turn, idempotent('k'))
    await ada.rest('PUT', path, { ...turn, output_data: 'Avast', index: 1 })
    expect(told(await ada.rest('PUT', path, turn, idempotent('k')))).toBe(told(first))
    expect((await ada.rest('PUT', path, { ...turn, output_data: 'Avast' }, idempotent('k'))).status).toBe(409)
    expect((await ada.rest('GET', path)).body).toMatchObject([{ index: 1, output_data: 'Avast' }])
    await ada.rest('DELETE', `${path}?index=1`)
    await ada.rest('PUT', path, turn, idempotent('k'))
    expect((await ada.rest('GET', path)).body).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  it('is refused without an account, also where none is needed', async () => {
    const guest = app.stranger()
    const refused = { status: 401, body: { message: 'An idempotency key needs a signed-in caller' } }
    for (const kind of ['chat', 'office']) {
      const path = `/api/rooms/${kind}rooms`
      expect(await guest.rest('POST', path, { user_id: 'guest1' }, idempotent('k'))).toMatchObject(refused)
      const { body } = await guest.rest('POST', path, { user_id: 'guest1' })
      const logs = `${path}/${at(body, 'room_id')}/logs`
      const turn = { input_data: 'Hello', output_data: 'Ahoy' }
      expect(await guest.rest('PUT', logs, turn, idempotent('k'))).toMatchObject(refused)
      expect((await guest.rest('PUT', logs, turn)).status).toBe(200)
    }
  })

  it('is kept 24 h, across restarts, and not longer where it made a record', async () => {
    const options = { roles, env: { ...env, JWT_TTL_MS: String(48 * hour) }, clock: () => now } as const
    const before = await createTestApp(options)
    const ada = await before.person('ada')
    const acts = await Promise.all(rows.map(async ({ name, prepare }) => ({ name, act: await prepare(ada) })))
    const first = await Promise.all(acts.map(async ({ name, act }) => told(await act.first(ada, name))))
    await before.stop()
    const { dataDir, databaseUrl } = before
    const after = await createTestApp({ ...options, dataDir, databaseUrl })
    try {
      now += 24 * hour - 1
      await after.app.sweeper.sweep()
      const adaAgain = ada.movedTo(after.url)
      const again = await Promise.all(acts.map(async ({ name, act }) => told(await act.first(adaAgain, name))))
      expect(again).toEqual(first)
      now += 2
      await after.app.sweeper.sweep()
      for (const { name, act } of acts.filter(({ name: one }) => one.startsWith('POST')))
        expect([name, (await act.other(adaAgain, name)).status]).toEqual([name, 200])
    } finally {
      await after.close()
    }
  })
})

describe.each(['office', 'chatbot'])('an Idempotency-Key of the chat-log service (%s)', (folder) => {
  const path = `/doclog/${folder}`
  const image = folder === 'office' ? {} : { img_url: storedImage }

  it('of create gives one room for a user id', async () => {
    const create = (body: object, key = 'k') => app.chatLog().rest('POST', `${path}/create`, body, idempotent(key))
    const first = await create({ user_id: 'keyed1' })
    expect(told(await create({ character_idx: null, user_id: 'keyed1' }))).toBe(told(first))
    expect(told(await create({ user_id: 'keyed2' }))).not.toBe(told(first))
    const many = await Promise.all(Array.from({ length: 20 }, () => create({ user_id: 'keyed1' }, 'many')))
    expect(new Set(many.map(told)).size).toBe(1)
    expect((await create({ user_id: 'keyed1' }, '')).status).toBe(422)
  })

  it('of save_log gives one entry of a room', async () => {
    const room = await LogRoom.create(app.chatLog(), path, 'keyed3')
    const first = await room.save({}, idempotent('k'))
    const respelled = {
      output_data: 'Ahoy',
      input_data: 'Hello',
      id: room.id.replaceAll('-', '').toUpperCase(),
      ...image,
    }
    const again = await app
      .chatLog()
      .rest('PUT', `${path}/save_log`, { ...respelled, user_id: 'keyed3' }, idempotent('k'))
    expect(told(again)).toBe(told(first))
    expect((await room.save({ output_data: 'Avast' }, idempotent('k'))).status).toBe(409)
    expect(await room.indexes()).toEqual([1])
    expect((await room.save({}, idempotent('k'.repeat(256)))).status).toBe(422)
  })
})
