import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { documents, operationsOf } from '../support/rest/documented.js'
import { idempotent, rows, type Act } from '../support/rest/keyed-rows.js'
import { LogRoom, storedImage } from '../support/rooms/log-room.js'
import { at, type Person, type RestAnswer } from '../support/app/person.js'
import { RawHttp } from '../support/http/raw-http.js'

const hour = 3_600_000
const env = { IMAGE_HOST: 'img.example' }
const roles = 'app,chatlog'

let now = Date.now()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ roles, env, clock: () => now })
})
afterAll(() => app.close())

const asText = ({ status, text }: RestAnswer) => `${String(status)} ${text}`

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

  it('returns the first answer to the same request, even in another spelling', async () => {
    expect(asText(await act.first(ada, 'k'))).toBe(asText(first))
    expect(asText(await act.respelled(ada, 'k'))).toBe(asText(first))
  })

  it('refuses a different request, without an effect on the first one', async () => {
    expect(await act.other(ada, 'k')).toMatchObject({
      status: 409,
      body: { detail: 'Conflict', message: 'This idempotency key was used with another input' },
    })
    expect(asText(await act.first(ada, 'k'))).toBe(asText(first))
  })

  it('returns one answer to twenty simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => act.first(ada, 'many')))
    expect(new Set(answers.map(asText)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  it.each(['k'.repeat(256), 'k\tk'])('may not be %j', async (key) => {
    const { status, body } = await act.first(ada, key)
    expect(status).toBe(422)
    expect(body).toMatchObject({ detail: [{ location: ['header', 'idempotency-key'] }] })
  })

  it('counts as absent when it is empty', async () => {
    const [one, other] = [await act.first(ada, ''), await act.other(ada, '')]
    expect([one.status, other.status]).toEqual([200, 200])
  })

  it('may be as long as 255 characters, and in any script that a header can contain', async () => {
    expect((await act.first(ada, 'é'.repeat(255))).status).toBe(200)
  })

  it('belongs to the caller', async () => {
    const eve = await app.person('eve')
    const own = await prepare(eve)
    const answer = await own.other(eve, 'k')
    expect(answer.status).toBe(200)
    expect(asText(answer)).not.toBe(asText(first))
  })

  it('requires an account', async () => {
    expect((await act.first(app.stranger(), 'k')).status).toBe(401)
  })

  it('answers a retry after the deletion of the created object', async () => {
    expect((await act.remove(ada, first)).status).toBeLessThan(300)
    const retry = await act.first(ada, 'k')
    if (afterwards === 404) expect(retry).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    else expect(asText(retry)).toBe(asText(first))
    expect((await act.other(ada, 'k')).status).toBe(409)
  })
})

describe('an Idempotency-Key of a room’s log', () => {
  it.each(['chat', 'office'] as const)('does not depend on later changes of its entry (%s)', async (kind) => {
    const ada = await app.person('ada')
    const path = `/api/rooms/${kind}rooms/${await ada.room(kind)}/logs`
    const turn = { input_data: 'Hello', output_data: 'Ahoy' }
    const first = await ada.rest('PUT', path, turn, idempotent('k'))
    await ada.rest('PUT', path, { ...turn, output_data: 'Avast', index: 1 })
    expect(asText(await ada.rest('PUT', path, turn, idempotent('k')))).toBe(asText(first))
    expect((await ada.rest('PUT', path, { ...turn, output_data: 'Avast' }, idempotent('k'))).status).toBe(409)
    expect((await ada.rest('GET', path)).body).toMatchObject([{ index: 1, output_data: 'Avast' }])
    await ada.rest('DELETE', `${path}?index=1`)
    await ada.rest('PUT', path, turn, idempotent('k'))
    expect((await ada.rest('GET', path)).body).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  it('is refused without an account, even where none is required', async () => {
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

  it('is kept 24 h, across restarts, and not longer for a stored record', async () => {
    const options = { roles, env: { ...env, JWT_TTL_MS: String(48 * hour) }, clock: () => now } as const
    const before = await createTestApp(options)
    const ada = await before.person('ada')
    const acts = await Promise.all(rows.map(async ({ name, prepare }) => ({ name, act: await prepare(ada) })))
    const first = await Promise.all(acts.map(async ({ name, act }) => asText(await act.first(ada, name))))
    await before.stop()
    const { dataDir, databaseUrl } = before
    const after = await createTestApp({ ...options, dataDir, databaseUrl })
    try {
      now += 24 * hour - 1
      await after.app.sweeper.sweep()
      const adaAgain = ada.movedTo(after.url)
      const again = await Promise.all(acts.map(async ({ name, act }) => asText(await act.first(adaAgain, name))))
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

describe('two Idempotency-Key headers', () => {
  const keyed = (['application', 'chatLog'] as const).flatMap((service) =>
    operationsOf(documents[service])
      .filter(({ operation }) => operation.parameters?.some((one) => 'name' in one && one.name === 'Idempotency-Key'))
      .map(({ method, template }) => ({ service, method: method.toUpperCase(), template })),
  )

  it('are checked at every endpoint that accepts one', () => {
    expect(keyed.length).toBeGreaterThanOrEqual(18)
  })

  it.each(keyed)('are refused, even when both are the same: $method $template', async ({ service, ...asked }) => {
    const { token = '' } = await app.person('ada')
    const path = asked.template.replace('{id}', '6f1d4c1e-9f6b-4d5c-8f0e-2b8f3a1c5d77')
    for (const [one, other] of [
      ['one', 'another'],
      ['one', 'one'],
    ]) {
      const connection = new RawHttp(service === 'application' ? app.url : app.chatLog().url)
      await connection.head(asked.method, path, {
        Host: 'localhost',
        Connection: 'close',
        'Content-Length': 0,
        ...(service === 'application' ? { Authorization: token } : {}),
        'Idempotency-Key': one ?? '',
        'idempotency-key': other ?? '',
      })
      const { status, text } = await connection.answer()
      expect(status).toBe(422)
      expect(JSON.parse(text)).toEqual({
        message: 'Input data validation failed',
        detail: [
          {
            location: ['header', 'idempotency-key'],
            message: 'Value error, this header must be sent once',
            type: 'value_error',
          },
        ],
      })
    }
  })
})

describe.each(['office', 'chatbot'])('an Idempotency-Key of the chat-log service (%s)', (folder) => {
  const path = `/doclog/${folder}`
  const image = folder === 'office' ? {} : { img_url: storedImage }

  it('of create creates one room per user id', async () => {
    const create = (body: object, key = 'k') => app.chatLog().rest('POST', `${path}/create`, body, idempotent(key))
    const first = await create({ user_id: 'keyed1' })
    expect(asText(await create({ character_idx: null, user_id: 'keyed1' }))).toBe(asText(first))
    expect(asText(await create({ user_id: 'keyed2' }))).not.toBe(asText(first))
    const many = await Promise.all(Array.from({ length: 20 }, () => create({ user_id: 'keyed1' }, 'many')))
    expect(new Set(many.map(asText)).size).toBe(1)
    expect((await create({ user_id: 'keyed1' }, 'k\tk')).status).toBe(422)
    expect(asText(await create({ user_id: 'keyed1' }, ''))).not.toBe(asText(await create({ user_id: 'keyed1' }, '')))
  })

  it('of save_log creates one entry per room', async () => {
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
    expect(asText(again)).toBe(asText(first))
    expect((await room.save({ output_data: 'Avast' }, idempotent('k'))).status).toBe(409)
    expect(await room.indexes()).toEqual([1])
    expect((await room.save({}, idempotent('k'.repeat(256)))).status).toBe(422)
    const many = await Promise.all(Array.from({ length: 20 }, () => room.save({}, idempotent('many'))))
    expect(many.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await room.indexes()).toEqual([1, 2])
  })

  it('of save_log does not depend on later changes of the entry', async () => {
    const room = await LogRoom.create(app.chatLog(), path, 'keyed4')
    const first = await room.save({}, idempotent('k'))
    await room.update(1, { output_data: 'Avast' })
    expect(asText(await room.save({}, idempotent('k')))).toBe(asText(first))
    expect((await room.save({ output_data: 'Avast' }, idempotent('k'))).status).toBe(409)
    await room.deleteEntry(1)
    expect(await room.save({}, idempotent('k'))).toMatchObject({ status: 404 })
    expect(await room.indexes()).toEqual([])
  })

  it('of save_log is not used up by a missing room', async () => {
    const nowhere = (await LogRoom.create(app.chatLog(), path, 'keyed5')).as({ userId: 'keyed6' })
    expect((await nowhere.save({}, idempotent('k'))).status).toBe(404)
    expect((await nowhere.save({ output_data: 'Avast' }, idempotent('k'))).status).toBe(404)
  })
})
