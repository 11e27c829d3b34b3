import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { LogRoom, storedImage } from '../support/rooms/log-room.js'
import type { Person, RestAnswer } from '../support/app/person.js'

let app: TestApp
let service: Person
beforeAll(async () => {
  const env = { PUBLIC_URL: 'http://here.example:81', IMAGE_HOST: 'img.example' }
  app = await createTestApp({ roles: 'app,chatlog', env })
  service = app.chatLog()
})
afterAll(() => app.close())

const folders = ['/doclog/office', '/doclog/chatbot', '/doclog/chat']
const create = (folder?: string, userId?: string) => LogRoom.create(service, folder, userId)
const result = (text: string) => ({ status: 200, text: JSON.stringify({ Result: text }) })
const notFound = { status: 404, text: '{"detail":"Not found"}' }
const ascending = (count: number) => Array.from({ length: count }, (_, position) => position + 1)
/** The 422 items of an answer: location and type. */
const faults = ({ status, body }: RestAnswer) => {
  expect(status).toBe(422)
  const { detail, message } = body as { detail: { location: unknown[]; type: string }[]; message: string }
  expect(message).toBe('Input data validation failed')
  return detail.map(({ location, type }) => [...location, type].join(' '))
}

describe.each(folders)('%s', (folder) => {
  it('creates, saves, updates, loads and deletes', async () => {
    const room = await create(folder)
    const { id } = room
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(await room.load()).toMatchObject({ status: 200, body: [] })
    for (const text of ['one', 'two', 'three'])
      expect(await room.save({ input_data: text })).toMatchObject(
        result(`Successfully added data to document with ID: ${id}`),
      )
    const update = await room.update(2, { input_data: 'TWO', output_data: 'new' })
    expect(update).toMatchObject(result(`Successfully updated data to document with ID: ${id}`))
    expect(await room.deleteEntry(1)).toMatchObject(
      result(`Successfully removed data from index: 1 in document with ID: ${id}`),
    )
    const image = folder === '/doclog/office' ? {} : { img_url: storedImage }
    const timestamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect((await room.load()).body).toEqual([
      { index: 2, ...image, input_data: 'TWO', output_data: 'new', timestamp },
      { index: 3, ...image, input_data: 'three', output_data: 'Ahoy', timestamp },
    ])
    expect(await room.delete()).toMatchObject(result(`Successfully deleted document with ID: ${id}`))
    for (const act of [room.save(), room.update(2), room.load(), room.deleteEntry(2), room.delete()])
      expect(await act).toMatchObject(notFound)
  })

  it('finds no room under another kind, user or id, and changes nothing', async () => {
    const room = await create(folder)
    await room.save()
    const other = folder === '/doclog/office' ? '/doclog/chatbot' : '/doclog/office'
    for (const wrong of [room.as({ folder: other }), room.as({ userId: 'Guest' }), room.as({ id: randomUUID() })])
      for (const act of [wrong.save(), wrong.update(1), wrong.load(), wrong.deleteEntry(1), wrong.delete()])
        expect(await act).toMatchObject(notFound)
    expect(await room.indexes()).toEqual([1])
  })

  it('accepts the id in any spelling, and returns the canonical one', async () => {
    const room = await create(folder)
    for (const id of [room.id.toUpperCase(), room.id.replaceAll('-', '')])
      expect((await room.as({ id }).save()).text).toContain(room.id)
    expect(await room.indexes()).toEqual([1, 2])
    for (const id of ['', 'x', `${room.id}0`, `{${room.id}}`])
      expect(faults(await room.as({ id }).load())).toEqual(['body id value_error'])
  })

  it('gives 200 parallel entries 200 rising indexes', async () => {
    const room = await create(folder)
    const saved = await Promise.all(ascending(200).map(() => room.save()))
    expect(saved.filter(({ status }) => status !== 200)).toEqual([])
    expect(await room.indexes()).toEqual(ascending(200))
  })

  it('never gives an index twice', async () => {
    const room = await create(folder)
    for (let n = 0; n < 3; n += 1) await room.save()
    expect((await room.deleteEntry(3)).status).toBe(200)
    expect(await room.deleteEntry(3)).toMatchObject(notFound)
    expect(await room.update(3)).toMatchObject(notFound)
    await room.save()
    expect(await room.indexes()).toEqual([1, 2, 4])
  })

  it.each(['create', 'save_log', 'update_log', 'load_log', 'delete_log', 'delete_room'])(
    'reports every missing key of %s',
    async (operation) => {
      const method =
        { create: 'POST', load_log: 'POST', delete_log: 'DELETE', delete_room: 'DELETE' }[operation] ?? 'PUT'
      const image = folder === '/doclog/office' ? [] : ['img_url']
      const data = [...image, 'input_data', 'output_data']
      const keys = {
        create: ['user_id'],
        save_log: ['user_id', 'id', ...data],
        update_log: ['user_id', 'id', ...data, 'index'],
        load_log: ['user_id', 'id'],
        delete_log: ['user_id', 'id', 'index'],
        delete_room: ['user_id', 'id'],
      }[operation]
      const path = `${folder}/${operation}`
      expect(faults(await service.rest(method, path, {}))).toEqual(keys?.map((key) => `body ${key} missing`))
      expect(faults(await service.rest(method, path))).toEqual(['body missing'])
      expect(faults(await service.rest(method, path, '{"user_id":'))).toEqual(['body 11 json_invalid'])
      expect(faults(await service.rest(method, path, []))).toEqual(['body model_attributes_type'])
      for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== method)) {
        const refused = await service.rest(wrong, path, wrong === 'GET' ? undefined : {})
        expect(refused).toMatchObject({ status: 405, text: '{"detail":"Not allowed"}' })
        expect(refused.headers.get('allow')).toBe(`${method}, OPTIONS`)
      }
    },
  )
})

describe('kinds', () => {
  it('chat, chatbot and character are equivalent', async () => {
    const { body } = await service.rest('POST', '/doclog/character/create', { user_id: 'guest', character_idx: '7' })
    const room = new LogRoom(service, '/doclog/chatbot', (body as { 'Document ID': string })['Document ID'], 'guest')
    await room.save()
    await room.as({ folder: '/doclog/chat' }).save()
    expect(await room.indexes()).toEqual([1, 2])
    expect(await room.as({ folder: '/doclog/chat' }).indexes()).toEqual([1, 2])
  })

  it.each(['/doclog/character/save_log', '/doclog/other/create', '/doclog', '/graphql', '/api/characters'])(
    'there is nothing at %s',
    async (path) => {
      expect(await service.rest('POST', path, {})).toMatchObject(notFound)
    },
  )
})

describe('values', () => {
  it('are measured in code points', async () => {
    const room = await create(undefined, '👩'.repeat(50))
    expect((await room.save({ input_data: '👩'.repeat(500), output_data: '👩' })).status).toBe(200)
    expect(
      faults(await room.as({ userId: 'x'.repeat(51) }).save({ input_data: 'x'.repeat(501), output_data: '' })),
    ).toEqual(['body user_id string_too_long', 'body input_data string_too_long', 'body output_data string_too_short'])
    expect(faults(await room.as({ userId: '' }).load())).toEqual(['body user_id string_too_short'])
  })

  it('of the wrong type are refused, and unknown keys ignored', async () => {
    const room = await create()
    expect(faults(await room.save({ user_id: 5, input_data: null, output_data: {} }))).toEqual([
      'body user_id string_type',
      'body input_data string_type',
      'body output_data string_type',
    ])
    expect((await room.save({ more: 1, index: 'x', __proto__: 1 })).status).toBe(200)
  })

  it('of output_data are bounded only by the body', async () => {
    const room = await create()
    const output = 'x'.repeat(1_000_000)
    expect((await room.save({ output_data: output })).status).toBe(200)
    expect((await room.load()).body).toMatchObject([{ output_data: output }])
    expect(await room.save({ output_data: 'x'.repeat(1_048_576) })).toMatchObject({
      status: 413,
      text: '{"detail":"Payload too large"}',
    })
  })

  it.each([
    ['0', 'greater_than_equal'],
    [-1, 'greater_than_equal'],
    [1.5, 'int_from_float'],
    ['one', 'int_parsing'],
    [true, 'int_parsing'],
    [null, 'int_parsing'],
  ])('an index of %j is %s', async (index, type) => {
    const room = await create()
    expect(faults(await room.update(index))).toEqual([`body index ${type}`])
    expect(faults(await room.deleteEntry(index))).toEqual([`body index ${type}`])
  })

  it('an index may be digits, and past every entry it is not found', async () => {
    const room = await create()
    await room.save()
    expect((await room.update('1', { input_data: 'again' })).status).toBe(200)
    for (const index of [2, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect(await room.update(index)).toMatchObject(notFound)
      expect(await room.deleteEntry(index)).toMatchObject(notFound)
    }
  })

  it('load_log may return only the newest', async () => {
    const room = await create()
    for (let n = 0; n < 3; n += 1) await room.save()
    expect((await room.load({ newest: '2' })).body).toMatchObject([{ index: 2 }, { index: 3 }])
    expect(faults(await room.load({ newest: 0 }))).toEqual(['body newest greater_than_equal'])
  })
})

describe('img_url', () => {
  it.each([
    'https://img.example/thumbnail?id=a',
    'HTTP://IMG.EXAMPLE/thumbnail?id=A-_9',
    'http://img.example:80/thumbnail?id=a',
    'http://here.example:81/thumbnail?id=a',
    `https://img.example/thumbnail?id=${'a'.repeat(2_013)}`,
  ])('may have an accepted form (%#)', async (url) => {
    const room = await create('/doclog/chatbot')
    expect((await room.save({ img_url: url })).status).toBe(200)
    expect((await room.update(1, { img_url: url })).status).toBe(200)
    expect((await room.load()).body).toMatchObject([{ img_url: url }])
  })

  it.each<[url: unknown, type: string]>([
    ['', 'string_too_short'],
    [`https://img.example/thumbnail?id=${'a'.repeat(2_016)}`, 'string_too_long'],
    [5, 'string_type'],
    [null, 'string_type'],
    ...[
      'img.example/thumbnail?id=a',
      'ftp://img.example/thumbnail?id=a',
      'https://other.example/thumbnail?id=a',
      'https://img.example.evil/thumbnail?id=a',
      'https://img.example@evil.example/thumbnail?id=a',
      'https://evil.example\\@img.example/thumbnail?id=a',
      'https://img.example:444/thumbnail?id=a',
      'http://here.example/thumbnail?id=a',
      'https://img.example/Thumbnail?id=a',
      'https://img.example/thumbnail/?id=a',
      'https://img.example/x/../thumbnail?id=a',
      'https://img.example/thumbnail?id=',
      'https://img.example/thumbnail?id=a%20',
      'https://img.example/thumbnail?id=a&b=c',
      'https://img.example/thumbnail?ID=a',
      'https://img.example/thumbnail?id=a#b',
      'https://img.example/thumbnail?id=a\n',
      ' https://img.example/thumbnail?id=a',
      'https://img.example/thumbnail?id=é',
    ].map((url): [string, string] => [url, 'value_error']),
  ])('must have no other form (%#)', async (url, type) => {
    const room = await create('/doclog/chat')
    await room.save()
    expect(faults(await room.save({ img_url: url, input_data: '' }))).toEqual([
      `body img_url ${type}`,
      'body input_data string_too_short',
    ])
    expect(faults(await room.update(1, { img_url: url }))).toEqual([`body img_url ${type}`])
    expect((await room.load()).body).toMatchObject([{ img_url: storedImage }])
  })

  it.each(['no url', 5, null, {}])('is ignored in an office room: %j', async (url) => {
    const room = await create()
    expect((await room.save({ img_url: url })).status).toBe(200)
    expect((await room.update(1, { img_url: url })).status).toBe(200)
    const { body } = await room.load()
    expect(Object.keys((body as object[])[0] ?? {})).toEqual(['index', 'input_data', 'output_data', 'timestamp'])
  })
})

describe('an Idempotency-Key', () => {
  it('saves one entry however often it is sent, and refuses another body', async () => {
    const [room, other] = [await create(), await create()]
    const key = { 'Idempotency-Key': 'k1' }
    const saved = await Promise.all(ascending(10).map(() => room.save({}, key)))
    expect(new Set(saved.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await room.indexes()).toEqual([1])
    expect(await room.save({ output_data: 'else' }, key)).toMatchObject({
      status: 409,
      body: { detail: 'Conflict', message: 'This idempotency key was used with another input' },
    })
    expect((await other.save({ output_data: 'else' }, key)).status).toBe(200)
    expect(faults(await room.save({}, { 'Idempotency-Key': 'x'.repeat(256) }))).toEqual([
      'header idempotency-key string_too_long',
    ])
  })

  it('creates one room of a kind and user', async () => {
    const key = { 'Idempotency-Key': 'k1' }
    const made = async (folder: string, userId: string) =>
      (await service.rest('POST', `${folder}/create`, { user_id: userId }, key)).text
    const rooms = await Promise.all(ascending(10).map(() => made('/doclog/office', 'once')))
    expect(new Set(rooms).size).toBe(1)
    expect(await made('/doclog/office', 'twice')).not.toBe(rooms[0])
    const chat = await made('/doclog/chat', 'once')
    expect(chat).not.toBe(rooms[0])
    expect(await made('/doclog/character', 'once')).toBe(chat)
  })
})
