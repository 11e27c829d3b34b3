import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { createTestDatabase, ServerProxy, testMongoDatabase, until, withDatabase } from '@parley/testing'
import type { Person, RestAnswer } from '../support/app/person.js'

const database = testMongoDatabase()
const onMongo = database ? describe : describe.skip
afterAll(() => database?.drop())
const mongodbUrl = database?.url ?? ''

const databaseError = { detail: 'Database error', message: 'The chat-log database cannot be reached' }
const promisedMs = 2_000

onMongo('a MongoDB server that goes away and comes back', () => {
  let app: TestApp
  let proxy: ServerProxy
  let ada: Person
  let roomId: string
  beforeAll(async () => {
    proxy = await ServerProxy.open(mongodbUrl)
    app = await createTestApp({ env: { MONGODB_URL: proxy.url } })
    ada = await app.person('ada')
    roomId = await ada.room()
  })
  afterAll(async () => {
    await proxy.lay()
    await app.close()
    await proxy.cut()
  })

  const logPath = () => `/api/rooms/officerooms/${roomId}/logs`
  const append = (text: string, key: string = randomUUID()) =>
    ada.rest('PUT', logPath(), { input_data: text, output_data: 'x' }, { 'idempotency-key': key })
  const read = () => ada.rest('GET', logPath())
  const health = async (path: string) => (await fetch(`${app.url}/health/${path}`)).status

  /** A success, or the documented refusal without internal details. */
  function expectDocumented({ status, body }: RestAnswer): void {
    if (status !== 200) expect({ status, body }).toEqual({ status: 503, body: databaseError })
  }

  async function untilServed(ask: () => Promise<RestAnswer>): Promise<RestAnswer> {
    for (;;) {
      const answer = await ask()
      expectDocumented(answer)
      if (answer.status === 200) return answer
    }
  }

  async function expectRefusals(count: number): Promise<void> {
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => (n % 2 === 0 ? append('x') : read())))
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 503, body: databaseError })
    // timers are late on a busy machine, but a request that waits for the server twice takes 3.6 s
    expect(performance.now() - startedAt).toBeLessThan(promisedMs + 1_000)
  }

  it('answers the documented 503 within 2 s while no connection is accepted, and works when MongoDB is back', async () => {
    expect((await append('before')).status).toBe(200)
    expect(await health('ready')).toBe(200)
    await proxy.cut()
    await expectRefusals(20)
    await expectRefusals(1)
    expect(await health('ready')).toBe(503)
    expect(await health('live')).toBe(200)
    const { errors } = await ada.graphql('query ($id: ID!) { room(id: $id) { entries { nodes { index } } } }', {
      id: roomId,
    })
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAVAILABLE', part: 'store' }])
    // operations without a chat log still work
    expect(await ada.codes('{ me { id } }')).toEqual([])
    await proxy.lay()
    await untilServed(() => append('after'))
    expect(await health('ready')).toBe(200)
  })

  it('does so when MongoDB accepts requests without answering, for each of many in one room', async () => {
    proxy.fallSilent()
    await expectRefusals(20)
    expect(await health('ready')).toBe(503)
    await proxy.cut()
    await proxy.lay()
    await untilServed(() => append('spoken again'))
    expect(await health('ready')).toBe(200)
  })

  it('loses and duplicates no write that is repeated until it is acknowledged', async () => {
    const earlier = ((await read()).body as unknown[]).length
    const clients = { working: 6 }
    const trouble = (async () => {
      for (let cuts = 0; cuts < 4 && clients.working > 0; cuts += 1) {
        await proxy.cut()
        await proxy.lay()
        await untilServed(() => append('between', `cut ${cuts}`))
      }
    })()
    const texts = Array.from({ length: clients.working }, (_, client) =>
      Array.from({ length: 4 }, (_, n) => `${client}:${n}`),
    )
    const writing = texts.map(async (own) => {
      for (const text of own) await untilServed(() => append(text, `key ${text}`))
      clients.working -= 1
    })
    await Promise.all([trouble, ...writing])
    const { body } = await untilServed(read)
    const log = (body as { index: number; input_data: string }[]).slice(earlier)
    const kept = log.map(({ input_data }) => input_data).filter((text) => text !== 'between')
    expect(kept.sort()).toEqual(texts.flat().sort())
    const indexes = log.map(({ index }) => index)
    expect(indexes).toEqual(indexes.map((_, n) => earlier + n + 1))
  })

  it('leaves every connection to a MongoDB that vanishes without an end of them, and works at its new address', async () => {
    // each of them needs a connection of its own
    await Promise.all(Array.from({ length: 20 }, () => read()))
    proxy.lose()
    expect(proxy.lost).toBeGreaterThan(1)
    await until('no connection to the earlier address is left', () => proxy.lost === 0)
    await untilServed(() => append('moved'))
    expect(await health('ready')).toBe(200)
  })
})

onMongo('an installation and its chat logs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-mongodb-'))
  const server = createTestDatabase()
  afterAll(async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await (await server)?.drop()
  })

  const start = async (mongodb: string | undefined, folder = dataDir) => {
    const databaseUrl = folder === dataDir ? (await server)?.url : undefined
    const chats = mongodb === undefined ? ({ embedded: true } as const) : { env: { MONGODB_URL: mongodb } }
    return createTestApp({ dataDir: folder, databaseUrl, ...chats })
  }
  const startAndStop = async (...where: Parameters<typeof start>) => (await start(...where)).stop()
  const other = testMongoDatabase()
  const otherUrl = other?.url ?? ''
  afterAll(() => other?.drop())

  it('moves to MongoDB as long as it has no chat logs', async () => {
    await startAndStop(undefined)
    await startAndStop(otherUrl)
    await startAndStop(otherUrl)
  })

  it('does not start without MongoDB from then on, or with another database of it', async () => {
    await expect(startAndStop(undefined)).rejects.toMatchObject({
      faults: ['MONGODB_URL: is unset, and the chat logs of this installation are in MongoDB: set it'],
    })
    const url = new URL(otherUrl)
    url.pathname += '_mistyped'
    const elsewhere = ['MONGODB_URL: names a database that does not have the chat logs of this installation']
    await expect(startAndStop(url.toString())).rejects.toMatchObject({ faults: elsewhere })
    await withDatabase(url.toString(), (client) => client.db().dropDatabase())
  })

  it('does not start on the chat logs of another server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-mongodb-'))
    await expect(startAndStop(otherUrl, folder)).rejects.toMatchObject({
      faults: ['MONGODB_URL: names a database that does not have the chat logs of this installation'],
    })
    rmSync(folder, { recursive: true })
  })

  it('does not start when chat logs in its relational database would be lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-mongodb-'))
    const app = await start(undefined, folder)
    await (await app.person('early')).room()
    await app.stop()
    await expect(startAndStop(otherUrl, folder)).rejects.toMatchObject({
      faults: [expect.stringMatching(/^MONGODB_URL: /)],
    })
    rmSync(folder, { recursive: true })
  })

  it('reports at once that MongoDB is unreachable, or that its URL is invalid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-mongodb-'))
    const proxy = await ServerProxy.open(otherUrl)
    await proxy.cut()
    await expect(startAndStop(proxy.url, folder)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `The chat-log database at ${new URL(proxy.url).host} cannot be reached`,
    })
    const wrong = await startAndStop('mongodb://u:hunter2@h/?nonsense=1', folder).catch((error: unknown) => error)
    expect(wrong).toMatchObject({ faults: ['MONGODB_URL: must be a connection string that the MongoDB driver takes'] })
    expect(String(wrong)).not.toContain('hunter2')
    const noFile = await startAndStop('mongodb://127.0.0.1:1/p?tls=true&tlsCAFile=/nope', folder).catch(
      (error: unknown) => error,
    )
    expect(noFile).toMatchObject({
      faults: [expect.stringMatching(/^MONGODB_URL: names something that cannot be used/)],
    })
    await expect(startAndStop('mongodb+srv://u:hunter2@nosuch.invalid/p', folder)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The chat-log database at nosuch.invalid cannot be reached',
    })
    rmSync(folder, { recursive: true })
  })
})
