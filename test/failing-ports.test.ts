import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../src/database/database.js'
import { AppError } from '../src/errors.js'
import type { ChatLogStore } from '../src/ports/chat-log-store/chat-log-store.js'
import type { ImageStore } from '../src/ports/image-store/image-store.js'
import type { ReplyGenerator } from '../src/ports/reply-generator/reply-generator.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { FailingPort } from './support/failing-port.js'
import { findingsOf } from './support/findings.js'
import { LogRoom, turn } from './support/log-room.js'
import { at } from './support/person.js'
import type { Person, RestAnswer } from './support/person.js'
import { noise } from './support/pictures.js'

let database: FailingPort<Database>
let chatLogs: FailingPort<ChatLogStore>
let images: FailingPort<ImageStore>
const generators: FailingPort<ReplyGenerator>[] = []

/**
 * Every port whose calls may fail, and what a caller is told then. The others have no failing call by contract: the bus may
 * lose a message, history is optional, a probe that fails says no. Providers have a contract suite of their own.
 */
const ports = {
  'chat-log store': { port: () => chatLogs, told: [503, { detail: 'Database error' }] },
  'image store': { port: () => images, told: [500, { detail: 'Server error' }] },
  database: { port: () => database, told: [503, { detail: 'Database error' }] },
  // nobody is told: the message is answered before the job is
  'reply generator': { port: () => generators[0], told: [] },
} as const
type PortName = keyof typeof ports
const portNames = Object.keys(ports) as PortName[]

let app: TestApp
let service: Person
let bob: Person
let png: Blob
let aheadMs = 0
const hourMs = 3_600_000
beforeAll(async () => {
  const wrap = {
    database: (door: Database) => (database = new FailingPort(door)).port,
    chatLogs: (store: ChatLogStore) => (chatLogs = new FailingPort(store)).port,
    imageStore: (store: ImageStore) => (images = new FailingPort(store, { streams: ['list'], failure: full })).port,
    generator: (generator: ReplyGenerator) => {
      const failing = new FailingPort(generator, { streams: ['generate'], failure: noModel })
      generators.push(failing)
      return failing.port
    },
  }
  const env = { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=2', IMAGE_HOST: 'img.example', JWT_TTL_MS: String(2 ** 40) }
  app = await createTestApp({ roles: 'app,chatlog', env, wrap, clock: () => Date.now() + aheadMs })
  service = app.chatLog()
  bob = await app.person('bob')
  png = new Blob([new Uint8Array(await noise(6, 4).png().toBuffer())])
})
afterAll(() => app.close())

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
const noModel = () => new AppError('UNAVAILABLE', { part: 'model' })

/** What is done while a call fails: sent again until it is answered as it should be. */
interface Act {
  send(): Promise<RestAnswer>
  /** The answer to the first try that is heard, or to one that finds it done already. */
  readonly ends: readonly number[]
  /** Of the ports, those that it has to do with. */
  readonly uses: readonly PortName[]
  /** What must be so in the end. */
  done(): Promise<void>
}

const offices = '/api/rooms/officerooms'
const logOf = (person: Person, id: string, folder: LogRoom['folder'] = '/doclog/office') =>
  new LogRoom(service, folder, id, person.id)
const character = async (person: Person, hasPicture = false) => {
  const body = { name: 'Grace', greeting: 'Ahoy', context: 'A sailor' }
  const { body: made } = await person.rest('POST', '/api/characters', hasPicture ? form(body) : body)
  return (made as { data: { id: number; imageUrl: string | null } }).data
}
const form = (fields: object) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  body.set('image', png, 'a.png')
  return body
}
const chat = async (person: Person, id: number) =>
  at((await person.rest('POST', '/api/rooms/chatrooms', { character_id: id })).body, 'room_id')
const expectGone = async (logs: readonly LogRoom[]) => {
  for (const log of logs) expect((await log.load()).status).toBe(404)
}
const roomsNamed = async (person: Person, name: string) => {
  const { myRooms } = (await person.data('{ myRooms(first: 100) { nodes { id name } } }')) as {
    myRooms: { nodes: { id: string; name: string }[] }
  }
  return myRooms.nodes.filter((room) => room.name === name).map(({ id }) => id)
}
const isServed = async (url: string | null) =>
  (await app.stranger().rest('GET', new URL(url ?? '').pathname + new URL(url ?? '').search)).status === 200

const everyStore = ['chat-log store', 'image store', 'database'] as const

/** Every act, on things of its own. */
const acts: Readonly<Record<string, () => Promise<Act>>> = {
  'the deletion of a room': async () => {
    const id = await bob.room()
    await logOf(bob, id).save()
    return {
      send: () => bob.rest('DELETE', `${offices}/${id}`),
      uses: ['chat-log store', 'database'],
      ends: [204, 404],
      done: () => expectGone([logOf(bob, id)]),
    }
  },
  'the deletion of a room by its log': async () => {
    const id = await bob.room()
    await logOf(bob, id).save()
    return {
      send: () => logOf(bob, id).delete(),
      uses: ['chat-log store', 'database'],
      ends: [200, 404],
      done: async () => {
        await expectGone([logOf(bob, id)])
        expect((await bob.rest('GET', `${offices}/${id}/logs`)).status).toBe(404)
      },
    }
  },
  'the deletion of a log that has no record': async () => {
    const log = await LogRoom.create(service)
    await log.save()
    return {
      send: () => log.delete(),
      uses: ['chat-log store', 'database'],
      ends: [200, 404],
      done: () => expectGone([log]),
    }
  },
  'the deletion of a character with the rooms of several users': async () => {
    const { id, imageUrl } = await character(bob, true)
    const guest = await app.person('guest')
    const logs = [
      logOf(bob, await chat(bob, id), '/doclog/chatbot'),
      logOf(guest, await chat(guest, id), '/doclog/chatbot'),
    ]
    for (const log of logs) await log.save()
    return {
      send: () => bob.rest('DELETE', `/api/characters/${id}`),
      uses: everyStore,
      ends: [204, 404],
      done: async () => {
        await expectGone(logs)
        aheadMs += 2 * hourMs
        await app.app.product.images.sweep()
        expect(await isServed(imageUrl)).toBe(false)
      },
    }
  },
  'the deletion of an account': async () => {
    const ada = await app.person('ada')
    const { id, imageUrl } = await character(ada, true)
    const own = await ada.room()
    const logs = [
      logOf(ada, own),
      logOf(bob, await chat(bob, id), '/doclog/chatbot'),
      await LogRoom.create(service, '/doclog/office', ada.id),
    ]
    for (const log of logs) await log.save()
    await ada.say(own)
    await app.idle()
    return {
      send: () => ada.rest('DELETE', `/api/users/${ada.id}`),
      uses: everyStore,
      ends: [204, 401],
      done: async () => {
        await expectGone(logs)
        expect(await isServed(imageUrl)).toBe(false)
      },
    }
  },
  'the making of a room': async () => {
    const name = randomUUID()
    const headers = { 'idempotency-key': name }
    return {
      send: () => bob.rest('POST', offices, { room_name: name }, headers),
      uses: ['chat-log store', 'database'],
      ends: [200],
      done: async () => {
        const [id, ...others] = await roomsNamed(bob, name)
        expect(others).toEqual([])
        expect((await bob.rest('GET', `${offices}/${id ?? ''}/logs`)).body).toEqual([])
      },
    }
  },
  'the making of a room whose id was sent': async () => {
    const id = randomUUID()
    return {
      // once it is there the id is taken
      send: () => bob.rest('POST', offices, { room_name: id, room_id: id }),
      uses: ['chat-log store', 'database'],
      ends: [200, 400],
      done: async () => {
        expect(await roomsNamed(bob, id)).toEqual([id])
        expect((await bob.rest('GET', `${offices}/${id}/logs`)).body).toEqual([])
      },
    }
  },
  'the saving of an entry': async () => {
    const id = await bob.room()
    const headers = { 'idempotency-key': randomUUID() }
    return {
      send: () => bob.rest('PUT', `${offices}/${id}/logs`, turn, headers),
      uses: ['chat-log store', 'database'],
      ends: [200],
      done: async () => expect(await logOf(bob, id).indexes()).toEqual([1]),
    }
  },
  'the saving of an entry by its log': async () => {
    const log = await LogRoom.create(service)
    const headers = { 'idempotency-key': randomUUID() }
    return {
      send: () => log.save({}, headers),
      uses: ['chat-log store', 'database'],
      ends: [200],
      done: async () => expect(await log.indexes()).toEqual([1]),
    }
  },
  'the sending of a message': async () => {
    const id = await bob.room()
    const input = { roomId: id, text: 'Hello', idempotencyKey: randomUUID() }
    return {
      send: async () => {
        const answer = await bob.rest('POST', '/graphql', { query: sendMessage, variables: { input } })
        await app.idle()
        return asRest(answer)
      },
      uses: ['chat-log store', 'database', 'reply generator'],
      ends: [200],
      done: async () => {
        await app.app.product.replies.recover({ all: false })
        await app.idle()
        const { room } = (await bob.data(conversation, { id })) as { room: Conversation }
        expect(room.generations.nodes).toHaveLength(1)
        const [{ status, text } = { status: '', text: '' }] = room.generations.nodes
        const entries = status === 'COMPLETED' ? [{ outputData: text }] : []
        expect({ status, entries: room.entries.nodes }).toEqual({ status: 'COMPLETED', entries })
      },
    }
  },
  'the making of a character with a picture': async () => {
    const name = randomUUID()
    const headers = { 'idempotency-key': name }
    return {
      send: () => bob.rest('POST', '/api/characters', form({ name, greeting: 'Ahoy', context: 'A sailor' }), headers),
      uses: ['image store', 'database'],
      ends: [200],
      done: async () => {
        const { body } = await bob.rest('GET', '/api/characters/my')
        const made = (body as { name: string; imageUrl: string }[]).filter((one) => one.name === name)
        expect(made).toHaveLength(1)
        expect(await isServed(made[0]?.imageUrl ?? null)).toBe(true)
      },
    }
  },
  'the change of a profile image': async () => {
    await bob.rest('POST', '/api/users/profile/image', profileForm())
    return {
      send: () => bob.rest('POST', '/api/users/profile/image', profileForm()),
      uses: ['image store', 'database'],
      ends: [200],
      done: async () => {
        const { body } = await bob.rest('GET', '/api/users/profile')
        expect(await isServed(at(body, 'profileImageUrl'))).toBe(true)
      },
    }
  },
}
interface Conversation {
  readonly generations: { readonly nodes: readonly { readonly status: string; readonly text: string }[] }
  readonly entries: { readonly nodes: readonly { readonly outputData: string }[] }
}
const sendMessage = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
const conversation = `query ($id: ID!) { room(id: $id) {
  generations(first: 10) { nodes { status text } } entries(first: 10) { nodes { outputData } } } }`

/** An answer of the schema as a REST endpoint would give it. */
const asRest = (answer: RestAnswer): RestAnswer =>
  answer.text.includes('"UNAVAILABLE"') ? { ...answer, status: 503, body: { detail: 'Database error' } } : answer

const profileForm = () => {
  const body = new FormData()
  body.set('profileImage', png, 'a.png')
  return body
}

/** Everything that was put off is due, and nothing of an upload is in the making. */
const later = async () => {
  aheadMs += 61_000
  await app.app.product.purger.round()
  await app.app.product.purger.idle()
}

/** Does it again and again, the n-th call of the port failing at the n-th time, until there is no such call; how many there were. */
async function failEach(name: PortName, when: 'before' | 'after', prepare: () => Promise<Act>): Promise<number> {
  const { port: portNow, told: refusal } = ports[name]
  const port = portNow()
  if (!port) throw new Error(`no ${name}`)
  for (let nth = 1; ; nth += 1) {
    const { send, ends, done } = await prepare()
    port.failOnce(nth, when)
    const first = await send()
    const { hasFailed } = port
    port.heal()
    const told = `call ${nth} ${when}: ${first.status} ${first.text}`
    if (!ends.includes(first.status)) expect([told, first.status, first.body]).toMatchObject([told, ...refusal])
    let last = first
    for (let tries = 0; tries < 3 && !ends.includes(last.status); tries += 1) last = await send()
    expect([told, ends.includes(last.status)]).toEqual([told, true])
    await later()
    await done()
    // a file whose row could not be written is the sweep's
    aheadMs += 2 * hourMs
    await app.app.product.images.sweep()
    expect([told, await findingsOf(app.app.product.doctor)]).toEqual([told, []])
    if (!hasFailed) return nth - 1
  }
}
describe.each(Object.entries(acts))('%s', (_act, prepare) => {
  it.each(portNames)('is whole, and done once, whichever call of the %s fails', async (name) => {
    const { uses } = await prepare()
    const calls = [await failEach(name, 'before', prepare), await failEach(name, 'after', prepare)]
    expect(calls.every((count) => count > 0)).toBe(uses.includes(name))
  })
})
