import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { folded, watch } from '../support/app/watch.js'

const status = async (person: Person, id: string) =>
  (
    await person.data(
      'query ($id: ID!) { generation(id: $id) { status text attempt error { code } entry { index } } }',
      { id },
    )
  )['generation'] as {
    status: string
    text: string
    attempt: number
    error: { code: string } | null
    entry: { index: number } | null
  }

const cancel = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status text } } }'

describe('replies on a model that answers', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('resumes at any cursor with exactly the rest', async () => {
    const ada = await app.person()
    const id = await ada.say(await ada.room())
    const events = await watch(ada, id)
    const whole = folded(events)
    for (const [seen, { cursor }] of events.entries()) {
      const rest = await watch(ada, id, cursor)
      expect(folded([...events.slice(0, seen + 1), ...rest])).toBe(whole)
      expect(folded(events.slice(0, seen + 1)) + rest.map(({ delta }) => delta).join('')).toBe(whole)
    }
  })

  it('sends everything to a client without a cursor, and the same to several watchers', async () => {
    const ada = await app.person()
    const id = await ada.say(await ada.room())
    const [one, two] = await Promise.all([watch(ada, id), watch(ada, id)])
    expect(folded(one)).toBe(folded(two))
    expect(folded(await watch(ada, id))).toBe(folded(one))
  })

  it('answers a cursor beyond the surviving text, or of an earlier attempt, with the whole text at offset 0', async () => {
    const ada = await app.person()
    const id = await ada.say(await ada.room())
    const whole = folded(await watch(ada, id))
    const cursor = (attempt: number, offset: number) =>
      Buffer.from(`${id.slice(0, 8)}.${attempt}.${offset}`).toString('base64url')
    for (const after of [cursor(1, 100_000), cursor(7, 3)])
      expect(await watch(ada, id, after)).toEqual([
        expect.objectContaining({ offset: 0, delta: whole, status: 'COMPLETED' }),
      ])
  })

  it.each(['x', 'MTIz', Buffer.from('00000000.1.0').toString('base64url')])('refuses the cursor %p', async (after) => {
    const ada = await app.person()
    const id = await ada.say(await ada.room())
    await expect(watch(ada, id, after)).rejects.toThrow('BAD_USER_INPUT')
  })

  it('sends one message for one idempotency key, and refuses the key for another text', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    const ids = await Promise.all([1, 2, 3].map(() => ada.say(roomId, 'Hello', 'key-1')))
    expect(new Set(ids).size).toBe(1)
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { replayed generation { id } } }'
    await app.idle()
    expect(await ada.data(send, { input: { roomId, text: 'Hello', idempotencyKey: 'key-1' } })).toEqual({
      sendMessage: { replayed: true, generation: { id: ids[0] } },
    })
    expect(await ada.codes(send, { input: { roomId, text: 'Else', idempotencyKey: 'key-1' } })).toEqual(['CONFLICT'])
    const { body } = await ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)
    expect(body).toHaveLength(1)
  })

  it('refuses an unknown model and a foreign room', async () => {
    const [ada, eve] = [await app.person(), await app.person()]
    const roomId = await ada.room()
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { replayed } }'
    expect(await ada.codes(send, { input: { roomId, text: 'Hi', model: 'hosted9' } })).toEqual(['BAD_USER_INPUT'])
    expect(await eve.codes(send, { input: { roomId, text: 'Hi' } })).toEqual(['NOT_FOUND'])
    expect(await app.stranger().codes(send, { input: { roomId, text: 'Hi' } })).toEqual(['UNAUTHENTICATED'])
  })

  it('keeps a finished reply when it is cancelled too late', async () => {
    const ada = await app.person()
    const id = await ada.say(await ada.room())
    await app.idle()
    expect(at(await ada.data(cancel, { id }), 'cancelGeneration', 'generation', 'status')).toBe('COMPLETED')
    expect((await status(ada, id)).entry).toEqual({ index: 1 })
  })

  it('pages the generations of a room, newest first', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    const ids: string[] = []
    for (const text of ['one', 'two', 'three']) {
      ids.unshift(await ada.say(roomId, text))
      await app.idle()
    }
    const page = `query ($id: ID!, $after: String) {
      room(id: $id) { generations(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
    }`
    const first = await ada.data(page, { id: roomId })
    expect(first).toMatchObject({ room: { generations: { nodes: [{ id: ids[0] }, { id: ids[1] }] } } })
    const after = at(first, 'room', 'generations', 'pageInfo', 'endCursor')
    expect(await ada.data(page, { id: roomId, after })).toMatchObject({
      room: { generations: { nodes: [{ id: ids[2] }], pageInfo: { hasNextPage: false } } },
    })
  })
})

describe('data with a limited lifetime', () => {
  const hour = 3_600_000
  let now = Date.now()
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ clock: () => now, env: { JWT_TTL_MS: String(365 * 24 * hour) } })
  })
  afterAll(() => app.close())

  it('includes an idempotency key for 24 h and an ended generation for 7 days, but not entries', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    const id = await ada.say(roomId, 'Hello', 'key-1')
    await app.idle()
    now += 23 * hour
    await app.app.sweeper.sweep()
    expect(await ada.say(roomId, 'Hello', 'key-1')).toBe(id)
    now += 2 * hour
    await app.app.sweeper.sweep()
    expect(await ada.say(roomId, 'Hello', 'key-1')).not.toBe(id)
    await app.idle()
    now += 6 * 24 * hour
    await app.app.sweeper.sweep()
    expect(await status(ada, id)).toBeNull()
    expect((await ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)).body).toHaveLength(2)
  })
})

describe('replies on a faulty model', () => {
  let app: TestApp
  afterEach(() => app.close())
  const start = async (model: string, options: TestAppOptions = {}) => {
    app = await createTestApp({ ...options, env: { LOCAL_MODEL: `scripted:?${model}` }, drainMs: 50 })
    return app
  }

  it('starts a second attempt at offset 0 when the stream breaks', async () => {
    await start('delayMs=30&failAt=3&chunks=5&reply=abcdefghij')
    const ada = await app.person()
    const events = await watch(ada, await ada.say(await ada.room()))
    expect(folded(events)).toBe('abcdefghij')
    expect(events.at(-1)).toMatchObject({ attempt: 2, status: 'COMPLETED' })
    expect(events.find(({ attempt }) => attempt === 2)).toMatchObject({ offset: 0 })
  })

  it('fails without an entry when the fallback fails too', async () => {
    await start('failAt=1&completeFails=true')
    const ada = await app.person()
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await app.idle()
    expect(await status(ada, id)).toMatchObject({ status: 'FAILED', error: { code: 'GENERATION_FAILED' }, entry: null })
    expect((await ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)).body).toEqual([])
  })

  it('counts the timeout from acceptance', async () => {
    app = await createTestApp({
      env: { LOCAL_MODEL: 'scripted:?stallAt=1', GENERATION_TIMEOUT_MS: '150' },
      drainMs: 50,
    })
    const ada = await app.person()
    const id = await ada.say(await ada.room())
    await app.idle()
    expect(await status(ada, id)).toMatchObject({ status: 'FAILED', error: { code: 'TIMED_OUT' } })
  })

  it('cancels running and queued ones with their text, frees the worker, and refuses a second message in the meantime', async () => {
    await start('delayMs=1&chunks=5&stallAt=3&reply=abcdefghij')
    const ada = await app.person()
    const [first, second] = [await ada.room(), await ada.room()]
    const running = await ada.say(first)
    await watch(ada, running, undefined, ({ offset, delta }) => offset + delta.length >= 4)
    const queued = await ada.say(second)
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { replayed } }'
    expect(await ada.codes(send, { input: { roomId: first, text: 'again' } })).toEqual(['CONFLICT'])
    const eve = await app.person()
    for (const id of [running, 'a\u0000', 'nonsense']) expect(await eve.codes(cancel, { id })).toEqual(['NOT_FOUND'])
    expect(await ada.data(cancel, { id: queued })).toMatchObject({
      cancelGeneration: { generation: { status: 'CANCELLED', text: '' } },
    })
    const watching = watch(ada, running)
    expect(await ada.data(cancel, { id: running })).toEqual({
      cancelGeneration: { generation: { status: 'CANCELLED', text: 'abcd' } },
    })
    expect((await watching).at(-1)).toMatchObject({ status: 'CANCELLED' })
    expect(at((await ada.rest('GET', `/api/rooms/officerooms/${first}/logs`)).body, 0, 'output_data')).toBe('abcd')
    await app.idle()
    await ada.say(first)
  })

  it('never shows less text while a cancel is being stored', async () => {
    await start('delayMs=1&chunks=5&stallAt=3&reply=abcdefghij')
    const ada = await app.person()
    const id = await ada.say(await ada.room())
    const stalled = new AbortController()
    const watching = watch(ada, id, undefined, ({ offset, delta }) => {
      if (offset + delta.length >= 4) stalled.abort()
      return false
    })
    if (!stalled.signal.aborted) await once(stalled.signal, 'abort')
    const gate = new AbortController()
    const slowWrite = app.app.database.write(() => once(gate.signal, 'abort'))
    const cancelling = ada.data(cancel, { id })
    for (let turn = 0; turn < 20; turn += 1) expect(await status(ada, id)).toMatchObject({ text: 'abcd' })
    gate.abort()
    await slowWrite
    expect(await cancelling).toMatchObject({ cancelGeneration: { generation: { status: 'CANCELLED', text: 'abcd' } } })
    // each delta once, and then the end
    const events = await watching
    expect(events.map(({ delta }) => delta).join('')).toBe('abcd')
    expect(events.at(-1)).toMatchObject({ offset: 4, delta: '', status: 'CANCELLED' })
  })

  it('runs queued ones after a restart, and running ones again as the next attempt', async () => {
    await start('delayMs=1&chunks=5&stallAt=3&reply=abcdefghij')
    const ada = await app.person()
    const [first, second] = [await ada.room(), await ada.room()]
    const running = await ada.say(first)
    const seen = await watch(ada, running, undefined, ({ offset, delta }) => offset + delta.length >= 4)
    const queued = await ada.say(second)
    await app.stop()
    const { dataDir, databaseUrl } = app
    const before = app
    app = await createTestApp({ dataDir, databaseUrl, env: { LOCAL_MODEL: 'scripted:?reply=done' } })
    await app.idle()
    const again = ada.movedTo(app.url)
    expect(await status(again, running)).toMatchObject({
      status: 'COMPLETED',
      text: 'done',
      attempt: 2,
      entry: { index: 1 },
    })
    expect(await status(again, queued)).toMatchObject({
      status: 'COMPLETED',
      text: 'done',
      attempt: 1,
      entry: { index: 1 },
    })
    const rest = await watch(again, running, seen.at(-1)?.cursor)
    expect(rest).toMatchObject([{ attempt: 2, offset: 0, delta: 'done', status: 'COMPLETED' }])
    await before.close()
  })

  it('lets a running one end while it stops, and leaves waiting ones to the next start', async () => {
    app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?delayMs=30&chunks=20&reply=abcdefghijklmnopqrst' } })
    const ada = await app.person()
    const [first, second] = [await ada.room(), await ada.room()]
    const running = await ada.say(first)
    await watch(ada, running, undefined, ({ delta }) => delta !== '')
    const queued = await ada.say(second)
    await app.stop()
    const { dataDir, databaseUrl } = app
    const before = app
    app = await createTestApp({ dataDir, databaseUrl, env: { LOCAL_MODEL: 'scripted:?reply=done' } })
    await app.idle()
    const again = ada.movedTo(app.url)
    expect(await status(again, running)).toMatchObject({ status: 'COMPLETED', text: 'abcdefghijklmnopqrst' })
    expect(await status(again, queued)).toMatchObject({ status: 'COMPLETED', text: 'done', attempt: 1 })
    await before.close()
  })

  it('stores a completed reply once, however often its entry is written', async () => {
    await start('reply=whole')
    const ada = await app.person()
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await app.idle()
    // as after a crash between the entry and the generation's last write
    const crashed = { status: 'RUNNING' as const, entryIndex: null, finishedAt: null, leaseUntil: 0 }
    await app.app.database.write((db) => db.update(GenerationTable, { id }, crashed))
    await app.app.product.recovery.run({ all: false })
    expect(await status(ada, id)).toMatchObject({ status: 'COMPLETED', text: 'whole', entry: { index: 1 } })
    expect((await ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)).body).toHaveLength(1)
  })
})
