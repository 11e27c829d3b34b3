import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectHttp2 } from 'node:http2'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getIntrospectionQuery } from 'graphql'
import sharp from 'sharp'
import { disconnectSignal, openListener, UnsentBytes, writeWithBackpressure } from '@parley/edge'
import { createLogger, networksOf } from '@parley/runtime'
import { until } from '@parley/testing'
import { limits } from '../../src/limits.js'
import { deliveries } from '../../src/metrics/requests.js'
import { ImageProbe } from '../../src/ports/image-probe/image-probe.js'
import { ImageSlots } from '../../src/replies/image-slots.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { noLimits } from '../support/app/process-limits.js'
import { TestFront } from '../support/gateway/front.js'
import { uploadFile, whenRead } from '../support/files/uploads.js'
import { RawHttp } from '../support/http/raw-http.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { ImageServer } from '../support/images/image-server.js'
import { mebibyte, padded } from '../support/images/image-fixture.js'
import { noise, withCard } from '../support/images/pictures.js'

// The table of shares in docs/reference/bounds.md: each row is attacked by a greedy client and used by an ordinary one.

const [greedyAddress, ordinaryAddress] = ['192.0.2.1', '192.0.2.2']
const from = (address: string) => ({ 'x-forwarded-for': address })
const bounds = {
  perUser: 10,
  perAddress: 6,
  connectionsPerAddress: 60,
  subscriptionsPerUser: 5,
  subscriptionsPerAddress: 100,
}

let app: TestApp
/** Called before each entry is stored. */
let beforeAppend: () => Promise<void> = async () => undefined
let greedy: Person
let ordinary: Person
/** A log without an owner, of 10 MB. */
let roomId: string
let emptyRoomId: string
/** A log without an owner, of 50 entries that fit one page. */
let longRoomId: string
beforeAll(async () => {
  app = await createTestApp({
    wrap: {
      chatLogs: (store) => {
        const append = store.append.bind(store)
        store.append = async (room, entry) => {
          await beforeAppend()
          return append(room, entry)
        }
        return store
      },
    },
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMITS: '{"guestBytes":{"perAddress":false}}',
      LOCAL_MODEL: 'scripted:?chunks=20&delayMs=10',
      SOCKET_LIMITS: JSON.stringify(bounds),
      LOAD_LIMITS: JSON.stringify({ eventLoopMs: false, heapShare: false, unsentPerProcess: 32 * mebibyte }),
    },
  })
  ;[greedy, ordinary] = [await app.person('greedy'), await app.person('ordinary')]
  const room = async () =>
    at((await app.stranger().rest('POST', '/api/rooms/officerooms', { user_id: 'a-guest' })).body, 'room_id')
  ;[roomId, emptyRoomId, longRoomId] = [await room(), await room(), await room()]
  for (let count = 0; count < 10; count += 1) await addEntry(roomId, 1_000_000)
  for (let count = 0; count < 50; count += 1) await addEntry(longRoomId, 3_000)
})
afterAll(() => app.close())

const addEntry = (room: string, length: number) =>
  app.stranger().rest('PUT', `/api/officerooms/${room}/logs`, { input_data: 'x', output_data: 'y'.repeat(length) })

/** The events that sockets have been sent. */
async function deliveredEvents(): Promise<number> {
  const { values } = await deliveries.get()
  return values.find(({ labels }) => labels.transport === 'socket')?.value ?? 0
}

function send(path: string, address: string, body?: string, headers: Record<string, string> = {}): Promise<Response> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body }
  return fetch(`${app.url}${path}`, { ...init, headers: { ...from(address), ...json, ...headers } })
}

/** Requests whose answers are never read. */
function unread(count: number, path: string): Socket[] {
  const { port, hostname } = new URL(app.url)
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${greedyAddress}\r\n\r\n`)
    return socket
  })
}

/** How many of the greedy client's answers arrive before the ordinary client's, which is requested last. */
async function answeredBefore(greedyOnes: readonly Promise<unknown>[], ordinaryOne: () => Promise<unknown>) {
  let answered = 0
  const all = greedyOnes.map(async (each) => {
    await each
    answered += 1
  })
  await ordinaryOne()
  const before = answered
  await Promise.all(all)
  return before
}

const values = (bytes: number) => `[${'0,'.repeat(bytes / 2)}0]`
const login = 'mutation ($i: LoginInput!) { login(input: $i) { token } }'
const operation = (bytes: number) => `{"query":${JSON.stringify(login)},"variables":{"i":${values(bytes)}}}`

/** A row of the table, by its first cell. */
const attacks: Readonly<Record<string, () => Promise<void>>> = {
  'answers in memory': async () => {
    const path = `/api/officerooms/${roomId}/logs`
    const held = unread(30, path)
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('readable', resolve))))
    const answer = await send(path, ordinaryAddress)
    expect(((await answer.json()) as unknown[]).length).toBe(10)
    for (const socket of held) socket.destroy()
  },

  'bodies in memory': async () => {
    const held: RawHttp[] = []
    const head = { 'Content-Type': 'application/json', 'Content-Length': 1_000_000, 'X-Forwarded-For': greedyAddress }
    const hold = async () => {
      const connection = new RawHttp(app.url)
      held.push(connection)
      await connection.head('POST', '/graphql', head)
      await connection.send('{"query":"')
    }
    for (let count = 0; count < 40; count += 1) await hold()
    await until('the greedy client has used up its share', async () => {
      // on a busy machine the first ones have ended
      await hold()
      const { status } = await send('/graphql', greedyAddress, operation(900_000))
      return status === 503
    })
    expect((await send('/graphql', ordinaryAddress, operation(900_000))).status).toBe(400)
    for (const connection of held.splice(0)) await connection.cut()

    // conversations of up to 8 MiB are counted before they arrive
    const conversation = `{"model":"x","messages":[{"role":"user","content":"${'x'.repeat(3_000_000)}"}]}`
    const keyed = async (person: Person, address: string) => {
      const made = await person.data('mutation { createApiKey(input: { name: "x" }) { text } }')
      const Authorization = `Bearer ${at(made, 'createApiKey', 'text')}`
      const converse = async () => (await send('/v1/chat/completions', address, conversation, { Authorization })).status
      return { Authorization, converse }
    }
    const [{ Authorization, converse }, other] = [
      await keyed(greedy, greedyAddress),
      await keyed(ordinary, ordinaryAddress),
    ]
    const connection = new RawHttp(app.url)
    held.push(connection)
    await connection.head('POST', '/v1/chat/completions', { ...head, Authorization, 'Content-Length': 6_000_000 })
    await connection.send('{"model":"')
    // no other request of the greedy client while the head arrives
    expect(await other.converse()).toBe(404)
    await until('the greedy client has no room for another conversation', converse, (status) => status === 503)
    expect(await other.converse()).toBe(404)
    for (const connection of held) await connection.cut()

    // lists of objects, which grow to twenty times their length when they are parsed; a subscription keeps its message
    const objects = (count: number) => `"variables":{"unused":[${'{},'.repeat(count)}{}]}`
    const query = `subscription { roomEvents(roomId: \\"${emptyRoomId}\\") { __typename } }`
    const socket = await socketOf(greedyAddress)
    const subscribe = (id: number) =>
      socket.sendText(`{"id":"${id}","type":"subscribe","payload":{"query":"${query}",${objects(9_000)}}}`)
    for (let id = 0; id < 12; id += 1) subscribe(id)
    await socket.received(12, 'next')
    const body = `{"query":"{ __typename }",${objects(10_500)}}`
    expect((await send('/graphql', greedyAddress, body)).status).toBe(503)
    expect((await send('/graphql', ordinaryAddress, body)).status).toBe(400)
    subscribe(12)
    expect(await socket.closed).toBe(1013)
  },

  'readers that accept nothing': async () => {
    let now = 0
    const log = createLogger('silent')
    const shared = { perClient: Infinity, perProcess: Infinity }
    const unsent = new UnsentBytes({ limits: shared, log, everyMs: 3_600_000, clock: () => now })
    const waiting: string[] = []
    const closed: string[] = []
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      logger: log,
      limits: { ...noLimits(), unsent },
      trustedProxies: ['127.0.0.1'],
      ready: () => true,
      closeTimeoutMs: 0,
      mount: (handlers) =>
        handlers.get('/', async (request, response) => {
          const disconnected = disconnectSignal(response)
          const client = String(request.headers['x-forwarded-for'])
          disconnected.addEventListener('abort', () => closed.push(client))
          await writeWithBackpressure(response, 'x'.repeat(16 * mebibyte), disconnected)
        }),
    })
    listener.server.on('request', ({ headers }) => waiting.push(String(headers['x-forwarded-for'])))
    const ask = (address: string) => {
      const socket = connect(listener.port, '127.0.0.1').pause()
      socket.on('error', () => undefined)
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`)
      return socket
    }
    const readers = [ask(ordinaryAddress), ...Array.from({ length: 30 }, () => ask(greedyAddress))]
    await until('every reader is asked for', () => waiting.length === readers.length)
    await until('every reader has what its connection holds', () => !isMoving(unsent))
    for (let passed = 0; passed <= 15_000; passed += 250) {
      unsent.check()
      now += 250
    }
    await until('those beyond the bound are disconnected', () => closed.length === 10)
    expect(closed).not.toContain(ordinaryAddress)
    // with a usual close the kernel would keep some MB for each, which could still be read
    const ended: number[] = []
    for (const reader of readers) reader.once('close', () => ended.push(reader.bytesRead)).resume()
    await until('they notice it', () => ended.length === 10)
    expect(ended.filter((bytes) => bytes > mebibyte)).toEqual([])
    for (const reader of readers) reader.destroy()
    await listener.close()
    unsent.stop()
  },

  'uploaded images and cards': async () => {
    const png = await noise(6, 4).png().toBuffer()
    const stalled = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const connection = new RawHttp(app.url)
        await connection.head('POST', '/images', {
          Authorization: `Bearer ${greedy.token ?? ''}`,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': 5.5 * mebibyte,
          'X-Forwarded-For': greedyAddress,
        })
        await connection.send('--b\r\nContent-Disposition: form-data; name="i"; filename="a"\r\n\r\n')
        await connection.send(padded(png, 5 * mebibyte - 1_000))
        return connection
      }),
    )
    expect((await upload(ordinary, padded(png, 5 * mebibyte))).status).toBe(200)
    for (const connection of stalled) await connection.cut()
  },

  'uploaded files that arrive': async () => {
    const stalled = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const connection = new RawHttp(app.url)
        await connection.head('POST', '/files?name=a.txt', {
          Authorization: `Bearer ${greedy.token ?? ''}`,
          'Content-Type': 'text/plain',
          'Content-Length': limits.fileBytes,
          'X-Forwarded-For': greedyAddress,
        })
        await connection.send(Buffer.alloc(mebibyte, 'a'))
        return connection
      }),
    )
    const sent = await uploadFile(ordinary, { name: 'a.txt', bytes: Buffer.alloc(5 * mebibyte, 'b') })
    expect(sent.status).toBe(202)
    for (const connection of stalled) await connection.cut()
  },

  'files that wait to be read': async () => {
    const file = { name: 'a.txt', bytes: Buffer.from('word '.repeat(20_000)) }
    const greedyOnes: Promise<unknown>[] = []
    for (let n = 0; n < 8; n += 1) {
      const { body } = await uploadFile(greedy, file)
      greedyOnes.push(whenRead(greedy, at(body, 'id')))
    }
    const read = async () => whenRead(ordinary, at((await uploadFile(ordinary, file)).body, 'id'))
    expect(await answeredBefore(greedyOnes, read)).toBeLessThan(7)
    await Promise.all(greedyOnes)
  },

  requests: async () => {
    let begun = 0
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      logger: createLogger('silent'),
      trustedProxies: ['127.0.0.1'],
      ready: () => true,
      closeTimeoutMs: 0,
      mount: (handlers) =>
        handlers.get('/', (_request, response) => {
          begun += 1
          // an expensive request
          for (const beganAt = performance.now(); performance.now() - beganAt < 2;);
          response.end()
        }),
    })
    const ask = (socket: Socket, address: string, times: number) =>
      socket.resume().write(`GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(times))
    const own = connect(listener.port, '127.0.0.1')
    ask(own, ordinaryAddress, 1)
    await once(own, 'data')
    const many = Array.from({ length: 50 }, () => connect(listener.port, '127.0.0.1'))
    for (const socket of many) ask(socket, greedyAddress, 20)
    await until('every connection has requests', () => begun > 50)
    const before = begun
    for (let time = 0; time < 10; time += 1) {
      ask(own, ordinaryAddress, 1)
      await once(own, 'data')
    }
    // without turns each connection of the greedy client would begin one in every round of the event loop
    expect(begun - before).toBeLessThan(160)
    for (const socket of [own, ...many]) socket.destroy()
    await listener.close()
  },

  'image encoder': async () => {
    const raw = { width: 200, height: 200 * 8, channels: 3, pageHeight: 200 } as const
    const slow = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
      .gif()
      .toBuffer()
    const quick = await noise(6, 4).png().toBuffer()
    const before = await answeredBefore(
      Array.from({ length: 8 }, () => upload(greedy, slow)),
      () => upload(ordinary, quick),
    )
    // in the order of arrival it would be the last
    expect(before).toBeLessThan(7)
  },

  'files of cards above 1 MiB': async () => {
    const file = withCard(await noise(900, 700).png().toBuffer(), { name: 'Mira', first_mes: 'Ahoy!' })
    expect(file.length).toBeGreaterThan(mebibyte)
    const give = async (person: Person) => {
      const form = new FormData()
      form.append('card', new Blob([new Uint8Array(file)]), 'mira.png')
      return (await person.rest('POST', '/api/characters/cards', form)).status
    }
    const greedyOnes = Array.from({ length: 8 }, () => give(greedy))
    expect(await answeredBefore(greedyOnes, () => give(ordinary))).toBeLessThan(7)
    const answers = await Promise.all(greedyOnes)
    // those that begin while four wait are refused
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
  },

  'large bodies': async () => {
    const key = at(
      await greedy.data('mutation { createApiKey(input: { name: "x" }) { text } }'),
      'createApiKey',
      'text',
    )
    const authorization = `Bearer ${key}`
    const rest = (bytes: number) => `{"email":${values(bytes)},"password":1}`
    const doors: readonly (readonly [string, (bytes: number) => string, Record<string, string>?])[] = [
      ['/graphql', operation],
      // through Express
      ['/graphql?x=1', operation],
      ['/graphql/stream', operation],
      ['/api/users/login', rest],
      ['/v1/chat/completions', (bytes) => `{"model":"x","messages":${values(bytes)}}`, { authorization }],
    ]
    for (const [path, body, headers] of doors) {
      const ask = async (address: string, bytes: number) => (await send(path, address, body(bytes), headers)).text()
      const before = await answeredBefore(
        Array.from({ length: 7 }, () => ask(greedyAddress, 900_000)),
        () => ask(ordinaryAddress, 100_000),
      )
      expect([path, before < 6]).toEqual([path, true])
    }
    const large = async () => (await send('/graphql', greedyAddress, operation(900_000))).text()
    // a form is behind the bodies that its client sent before, and has a turn of its own beside those of others
    const many = Array.from({ length: 7 }, large)
    await Promise.race(many)
    expect(await answeredBefore(many, () => upload(greedy, Buffer.alloc(100_000)))).toBeGreaterThan(4)
    expect(
      await answeredBefore(Array.from({ length: 7 }, large), () => upload(ordinary, Buffer.alloc(100_000))),
    ).toBeLessThan(6)
    // others wait for a piece of a form
    const forms = Array.from({ length: 3 }, () => upload(greedy, Buffer.alloc(2_500_000)))
    const small = async () => (await send('/graphql', ordinaryAddress, operation(100_000))).text()
    expect(await answeredBefore(forms, async () => [await small(), await small()])).toBe(0)

    const sockets = await Promise.all(Array.from({ length: 6 }, () => socketOf(greedyAddress)))
    const own = await socketOf(ordinaryAddress)
    const ask = (socket: RawSocket) => {
      socket.sendText(`{"id":"1","type":"subscribe","payload":${operation(120_000)}}`)
      return socket.received(1, 'next')
    }
    expect(await answeredBefore(sockets.map(ask), () => ask(own))).toBeLessThan(5)
    await Promise.all([...sockets, own].map((socket) => socket.end()))
  },

  operations: async () => {
    const query = JSON.stringify({ query: getIntrospectionQuery() })
    const ask = async (address: string) => (await send('/graphql', address, query)).text()
    const before = await answeredBefore(
      Array.from({ length: 55 }, () => ask(greedyAddress)),
      () => ask(ordinaryAddress),
    )
    expect(before).toBeLessThan(40)

    // documents that no client has sent before are parsed and validated in turns too
    const many = (name: string) => JSON.stringify({ query: `query ${name} { me { ${'id '.repeat(1_900)} } }` })
    const refused = await answeredBefore(
      Array.from({ length: 55 }, async (_, count) => (await send('/graphql', greedyAddress, many(`Q${count}`))).text()),
      async () => (await send('/graphql', ordinaryAddress, many('Own'))).text(),
    )
    expect(refused).toBeLessThan(40)
    const [socket, own] = await Promise.all([socketOf(greedyAddress), socketOf(ordinaryAddress)])
    const operationOf = (id: string) => `{"id":"${id}","type":"subscribe","payload":${many(id)}}`
    const answered = Array.from({ length: 55 }, async (_, count) => socket.received(count + 1, 'next'))
    for (let count = 0; count < 55; count += 1) socket.sendText(operationOf(`S${count}`))
    const askOwn = () => {
      own.sendText(operationOf('Mine'))
      return own.received(1, 'next')
    }
    expect(await answeredBefore(answered, askOwn)).toBeLessThan(40)

    // and so are the results of events
    const selection = '... on RoomChanged { room { entries(last: 50) { nodes { inputData outputData } } } }'
    const follow = (name: string) =>
      `subscription ${name} { roomEvents(roomId: "${longRoomId}") { __typename ${selection} } }`
    for (let count = 0; count < 95; count += 1) socket.subscribe(`E${count}`, follow(`E${count}`))
    await socket.received(55 + 95, 'next')
    const sent = await deliveredEvents()
    await addEntry(longRoomId, 3_000)
    await until('a first event is sent', async () => (await deliveredEvents()) > sent)
    await (await send('/graphql', ordinaryAddress, '{"query":"{ models { name } }"}')).text()
    // an entry that is added is two events, 190 in all, of which the first is small
    expect((await deliveredEvents()) - sent).toBeLessThan(170)
    await socket.received(55 + 3 * 95, 'next')
    await Promise.all([socket.end(), own.end()])
  },

  mutations: async () => {
    const people = [greedy, await app.person('greedy'), await app.person('greedy')]
    const rooms = await Promise.all([ordinary, ...people].map((person) => person.room()))
    let begun = 0
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    beforeAppend = () => {
      begun += 1
      return held
    }
    const save = async (person: Person, room = '') => {
      const headers = from(person === ordinary ? ordinaryAddress : greedyAddress)
      const body = { input_data: 'x', output_data: 'y' }
      return (await person.rest('PUT', `/api/officerooms/${room}/logs`, body, headers)).status
    }
    const answers = people.flatMap((person, n) => Array.from({ length: 18 }, () => save(person, rooms[n + 1])))
    try {
      await until('the greedy accounts have used up their share', () => begun >= 36)
      answers.push(save(ordinary, rooms[0]))
      await until('the mutation of the ordinary client has begun', () => begun > 36)
      expect(begun).toBe(37)
      answers.push(save(app.stranger(), longRoomId))
      await until('that of a client without an account has begun', () => begun > 37)
      expect(begun).toBe(38)
    } finally {
      release()
      beforeAppend = async () => undefined
      await Promise.all(answers)
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  },

  connections: async () => {
    const streams = await openStreams(50, greedyAddress)
    const more: RawHttp[] = []
    const head = { 'Content-Type': 'application/json', 'Content-Length': 1_000, 'X-Forwarded-For': greedyAddress }
    // one more each time: the server ends those whose bodies do not come
    await until('the greedy client is refused', async () => {
      const connection = new RawHttp(app.url)
      more.push(connection)
      await connection.head('POST', '/graphql', head)
      return (await send('/api/models', greedyAddress)).status === 429
    })
    expect((await send('/api/models', ordinaryAddress)).status).toBe(200)
    for (const connection of more) await connection.cut()
    streams.end()
    await until('its connections have ended', async () => (await send('/api/models', greedyAddress)).status === 200)
  },

  sockets: async () => {
    const held = await Promise.all(Array.from({ length: bounds.perAddress }, () => socketOf(greedyAddress)))
    expect(await RawSocket.refused(app.url, from(greedyAddress))).toBe(429)
    expect(await RawSocket.refused(app.url, from(ordinaryAddress))).toBeUndefined()
    await Promise.all(held.map((socket) => socket.end()))
  },

  'event streams': async () => {
    const streams = await openStreams(50, greedyAddress)
    const more = await openStreams(1, greedyAddress)
    const own = await openStreams(1, ordinaryAddress)
    const statuses = [streams, more, own].flatMap(({ answers }) => answers.map(({ status }) => status))
    expect(statuses).toEqual([...Array<number>(50).fill(200), 429, 200])
    for (const each of [streams, more, own]) each.end()
  },

  subscriptions: async () => {
    const open = async ({ token }: Person) => {
      const socket = await RawSocket.open(app.url, token)
      for (let id = 0; id <= bounds.subscriptionsPerUser; id += 1)
        socket.subscribe(String(id), `subscription { roomEvents(roomId: "${emptyRoomId}") { __typename } }`)
      await socket.received(bounds.subscriptionsPerUser, 'next')
      await socket.received(1, 'error')
      return socket
    }
    const [first, second] = [await open(greedy), await open(ordinary)]
    await Promise.all([first.end(), second.end()])
  },

  'streams of HTTP/2': async () => {
    const front = await TestFront.open({ limits: { ...noLimits(), connectionsPerAddress: 5 } })
    front.service.answer = (_request, response) => response.writeHead(200).flushHeaders()
    const session = connectHttp2(`https://127.0.0.1:${String(front.port)}`, { rejectUnauthorized: false })
    const ask = (address: string) =>
      new Promise<unknown>((resolve) => {
        const stream = session.request({ ':path': '/office_stream', ...from(address) })
        stream.once('response', ({ ':status': status }) => resolve(status))
        stream.once('error', () => resolve('refused'))
        stream.resume()
      })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('127.0.0.2')))
    expect(answers).toEqual([...Array<number>(5).fill(200), ...Array<string>(3).fill('refused')])
    expect(await ask('127.0.0.3')).toBe(200)
    session.destroy()
    await front.close()
  },

  'model lanes': async () => {
    const rooms = await Promise.all(Array.from({ length: 12 }, () => greedy.room()))
    const own = await ordinary.room()
    const sent = await Promise.all(rooms.map((each) => greedy.say(each)))
    const asked = await ordinary.say(own)
    await app.idle()
    const finished = await finishedAt(ordinary, asked)
    const others = await Promise.all(sent.map((id) => finishedAt(greedy, id)))
    // in the order of arrival it would be the last
    expect(others.filter((at) => at < finished).length).toBeLessThan(11)
  },

  'images of messages': async () => {
    const slots = new ImageSlots()
    const never = new Promise<void>(() => undefined)
    const { signal } = new AbortController()
    for (let call = 0; call < 2 * limits.repliesWithImages; call += 1) void slots.run(1, () => never, signal)
    expect(await slots.run(2, async () => 'an image', signal)).toBe('an image')
  },

  'data exports': async () => {
    const begin = async (person: Person) =>
      at(await person.data('mutation { exportMyData { dataExport { id } } }'), 'exportMyData', 'dataExport', 'id')
    const state = async () =>
      at(await ordinary.data('{ myDataExport { status } }'), 'myDataExport', 'status') === 'READY'
    const first = await begin(greedy)
    for (let more = 0; more < 5; more += 1) {
      const { data, errors } = await greedy.graphql('mutation { exportMyData { dataExport { id } } }')
      expect(errors[0]?.extensions.code ?? at(data, 'exportMyData', 'dataExport', 'id')).toMatch(
        new RegExp(`^(?:RATE_LIMITED|${first})$`),
      )
    }
    await begin(ordinary)
    await until('the ordinary client has its export', state)
  },

  'checks of image addresses': async () => {
    const images = await ImageServer.open()
    const probe = new ImageProbe({ hosts: [images.host], log: createLogger('silent'), timeoutMs: 60_000 })
    const ask = (path: string, address: string) => probe.isServed(images.url(path), networksOf(address))
    const asked = Array.from({ length: 40 }, () => ask('silent', greedyAddress).catch(() => 'refused'))
    expect(await ask('there', ordinaryAddress)).toBe(true)
    await until('every request of the greedy client has arrived', () => images.asked.length === 9)
    images.cutSilent()
    const answers = await Promise.all(asked)
    expect(answers.filter((answer) => answer === 'refused')).toHaveLength(32)
    await images.close()
  },
}

const finishedAt = async (person: Person, id: string) =>
  at(await person.data('query ($id: ID!) { generation(id: $id) { finishedAt } }', { id }), 'generation', 'finishedAt')

/** Whether bytes have been accepted since the last look. */
function isMoving(unsent: UnsentBytes): boolean {
  const { total } = unsent
  unsent.check()
  return total !== unsent.total || total === 0
}

function upload(person: Person, file: Buffer) {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(file)]), 'a')
  return person.rest('POST', '/images', form, from(person === greedy ? greedyAddress : ordinaryAddress))
}

async function socketOf(address: string): Promise<RawSocket> {
  const socket = await RawSocket.connect(app.url, { headers: from(address) })
  socket.init()
  await socket.received(1, 'connection_ack')
  return socket
}

async function openStreams(count: number, address: string) {
  const controller = new AbortController()
  const query = JSON.stringify({ query: `subscription { roomEvents(roomId: "${emptyRoomId}") { __typename } }` })
  // an answer that nothing refers to is collected, which ends its connection
  const answers: Response[] = []
  for (let opened = 0; opened < count; opened += 1) {
    const answer = await fetch(`${app.url}/graphql/stream`, {
      method: 'POST',
      body: query,
      headers: { ...from(address), accept: 'text/event-stream', 'content-type': 'application/json' },
      signal: controller.signal,
    })
    answers.push(answer)
  }
  return { answers, end: () => controller.abort() }
}

/** The first cells of the table below the heading. */
function rowsOf(heading: string): readonly string[] {
  const [, section = ''] = readFileSync('docs/reference/bounds.md', 'utf8').split(`\n## ${heading}\n`)
  const [, table = ''] = /\n\|[- |]+\|\n((?:\|.*\n)+)/.exec(section) ?? []
  return table
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|')[1]?.trim() ?? '')
}

it('every row of the table of shares has an attack, and every attack a row', () => {
  expect(Object.keys(attacks)).toEqual(rowsOf('Shares'))
})

it.each(rowsOf('Shares'))('a greedy client leaves an ordinary one its share: %s', async (row) => {
  await attacks[row]?.()
})
