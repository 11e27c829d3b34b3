import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { logOf, regenerate, replies, truncate } from '../support/rooms/log-queries.js'
import { at, ChatLogCaller, Person, type RestAnswer } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'
import { usageOf } from '../support/accounts/usage-fixture.js'
import { watch } from '../support/app/watch.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

/** A write over REST with an idempotency key, and its answer if one arrived. */
interface Write {
  readonly key: string
  readonly path: string
  readonly method: 'POST' | 'PUT'
  readonly body: Readonly<Record<string, unknown>>
  answer?: RestAnswer
}

const writers = 4
const charactersPath = '/api/characters'
const roomsPath = '/api/rooms/officerooms'

function writeOf(number: number, roomId: string): Write {
  const key = `write ${number}`
  if (number % 3 === 0) return { key, method: 'POST', path: charactersPath, body: character(key) }
  if (number % 3 === 1) return { key, method: 'POST', path: roomsPath, body: { room_name: key } }
  const body = { input_data: key, output_data: `re: ${key}` }
  return { key, method: 'PUT', path: `${roomsPath}/${roomId}/logs`, body }
}

const character = (name: string) => ({ name, greeting: 'Ahoy', context: 'A sailor' })

const perform = (person: Person, { method, path, body, key }: Write) =>
  person.rest(method, path, body, { 'idempotency-key': key })

/** Writes with four clients at once until the server has ended; returns all writes that were begun. */
async function writeUntilGone(person: Person, roomId: string, acknowledged: (count: number) => void): Promise<Write[]> {
  const begun: Write[] = []
  let count = 0
  const writer = async () => {
    for (;;) {
      const write = writeOf(begun.length, roomId)
      begun.push(write)
      try {
        write.answer = await perform(person, write)
      } catch {
        // interrupted by the kill
        return
      }
      expect(write.answer.status).toBe(200)
      acknowledged((count += 1))
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return begun
}

const names = (body: unknown, key: string) => (body as Record<string, unknown>[]).map((row) => row[key])

describe('kill -9 below REST', () => {
  it.each([1, 40])('keeps acknowledged writes, and a repeated key returns the first answer (%d)', async (enough) => {
    const first = await processes.start()
    const before = await Person.register(first.url, `ada${enough}`)
    const roomId = await before.room()
    const begun = await writeUntilGone(before, roomId, (count) => {
      if (count === enough) void first.stop('SIGKILL')
    })
    const acknowledged = begun.filter(({ answer }) => answer)
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough)

    const second = await processes.start()
    const ada = before.movedTo(second.url)
    const logPath = `${roomsPath}/${roomId}/logs`
    const kept = async () => {
      const { body: characters } = await ada.rest('GET', '/api/characters/my')
      const { body: log } = await ada.rest('GET', logPath)
      const { myRooms } = await ada.data('{ myRooms(first: 100) { nodes { name } } }')
      const rooms = names((myRooms as { nodes: unknown }).nodes, 'name').filter((name) => name !== null)
      return {
        rooms,
        characters: names(characters, 'name'),
        entries: names(log, 'input_data'),
        indexes: names(log, 'index'),
      }
    }
    const survived = await kept()
    const keysOf = (writes: readonly Write[], path: string) =>
      writes.filter((write) => write.path === path).map(({ key }) => key)
    expect(survived.characters).toEqual(expect.arrayContaining(keysOf(acknowledged, charactersPath)))
    expect(survived.rooms).toEqual(expect.arrayContaining(keysOf(acknowledged, roomsPath)))
    expect(survived.entries).toEqual(expect.arrayContaining(keysOf(acknowledged, logPath)))

    for (const write of begun) {
      const again = await perform(ada, write)
      const { status, text } = write.answer ?? { status: 200, text: again.text }
      expect({ status: again.status, text: again.text }).toEqual({ status, text })
    }
    const { rooms, characters, entries, indexes } = await kept()
    // each exactly once, even those that were interrupted without an answer
    expect(characters.sort()).toEqual(keysOf(begun, charactersPath).sort())
    expect(rooms.sort()).toEqual(keysOf(begun, roomsPath).sort())
    expect(entries.sort()).toEqual(keysOf(begun, logPath).sort())
    expect(indexes).toEqual(indexes.map((_, position) => position + 1))

    for (const write of begun.slice(0, 3)) {
      const other = { ...write, body: { ...write.body, name: 'other', room_name: 'other', input_data: 'other' } }
      expect(await perform(ada, other)).toMatchObject({ status: 409, body: { detail: 'Conflict' } })
    }
    expect(await second.stop('SIGTERM')).toBe(0)
  })
})

it('kill -9 leaves a deletion complete or not begun, and complete if it was answered', async () => {
  const ports = { ROLES: 'app,chatlog,admin', CHATLOG_PORT: '0', ADMIN_PORT: '0' }
  let server = await processes.start(ports)
  for (const moment of ['asked', 'answered']) {
    const before = await Person.register(server.url, `eva-${moment}`)
    const friend = await Person.register(server.url, `bob-${moment}`)
    const own = await before.room()
    const { body } = await before.rest('POST', charactersPath, character('Fleeting'))
    const { id } = (body as { data: { id: number } }).data
    const open = async () => (await friend.rest('POST', '/api/chatrooms', { character_id: id })).body
    const withIt = await Promise.all(Array.from({ length: 5 }, open))
    const deleting = before.rest('DELETE', `/api/users/${before.id}`).catch(() => undefined)
    if (moment === 'answered') await deleting
    else await friend.rest('GET', '/api/users/profile')
    await server.stop('SIGKILL')
    const isAnswered = (await deleting)?.status === 204

    server = await processes.start(ports)
    const [eva, bob] = [before.movedTo(server.url), friend.movedTo(server.url)]
    const isGone = (await eva.rest('GET', '/api/users/profile')).status === 401
    expect(isGone || !isAnswered).toBe(true)
    const service = new ChatLogCaller(`http://127.0.0.1:${server.ports['chatlog']}`)
    const load = async (kind: string, userId: string, roomId: unknown) =>
      (await service.rest('POST', `/doclog/${kind}/load_log`, { user_id: userId, id: roomId })).status
    const expected = isGone ? 404 : 200
    expect(await load('office', before.id, own)).toBe(expected)
    for (const room of withIt) {
      const { room_id: roomId } = room as { room_id: string }
      expect((await bob.rest('GET', `/api/chatrooms/${roomId}/logs`)).status).toBe(expected)
      expect(await load('chatbot', friend.id, roomId)).toBe(expected)
    }
  }
  await server.stop('SIGKILL')
})

it('kill -9 counts a message and the cost of its reply once', async () => {
  // on PostgreSQL the next process waits for the end of the first one's lease
  const alone = await Processes.create({ embedded: true })
  const env = { LOCAL_MODEL: 'scripted:?delayMs=20&chunks=20' }
  const first = await alone.start(env)
  const before = await Person.register(first.url, 'counted')
  const rooms = [await before.room(), await before.room(), await before.room()]
  const say = (person: Person) =>
    Promise.all(rooms.map((roomId, index) => person.say(roomId, 'Hello', `message ${index}`)))
  const [running = ''] = await say(before)
  await watch(before, running, undefined, ({ delta }) => delta !== '')
  await first.stop('SIGKILL')

  const second = await alone.start(env)
  const ada = before.movedTo(second.url)
  const ids = await say(ada)
  expect(ids[0]).toBe(running)
  for (const id of ids) await watch(ada, id)
  const ended = await Promise.all(
    ids.map((id) => ada.data('query ($id: ID!) { generation(id: $id) { status text } }', { id })),
  )
  const texts = ended.map(({ generation }) => (generation as { text: string }).text)
  for (const { generation } of ended) expect(generation).toMatchObject({ status: 'COMPLETED' })
  // a script does not count tokens: `Hello` is 2, and four bytes are one
  const cost = (text: string) => 2 + Math.ceil(Buffer.byteLength(text) / 4)
  const used = texts.reduce((sum, text) => sum + cost(text), 0)
  expect(await usageOf(ada)).toMatchObject({ messages: { used: 3 }, tokens: { used } })
  await alone.close()
})

it('kill -9 leaves an entry that gets its new reply after the next start, and a log complete or cut', async () => {
  const env = { LOCAL_MODEL: 'scripted:?delayMs=5&chunks=40&reply=the+new+reply,+which+takes+forty+pieces' }
  const first = await processes.start(env)
  const before = await Person.register(first.url, 'iris')
  const roomWith = async (entries: number) => {
    const roomId = await before.room()
    for (let n = 1; n <= entries; n += 1)
      await before.rest('PUT', `${roomsPath}/${roomId}/logs`, { input_data: 'say', output_data: `reply ${n}` })
    return roomId
  }
  const [answered, cut] = [await Promise.all([1, 1, 1, 1].map(roomWith)), await Promise.all([9, 9, 9, 9].map(roomWith))]
  const request = (roomId: string) => ({ roomId, index: 1, expectedVersion: 1, idempotencyKey: roomId })
  const ids = new Map<string, string>()
  for (const roomId of answered)
    ids.set(roomId, at(await before.data(regenerate, request(roomId)), 'regenerate', 'generation', 'id'))
  // by then one has ended, one runs, and two wait
  const second = ids.get(answered[1] ?? '') ?? ''
  await watch(before, second, undefined, ({ delta }) => delta !== '')
  const cutting = cut.map((roomId) => before.data(truncate, { roomId, fromIndex: 2 }).catch(() => undefined))
  await cutting[0]
  await first.stop('SIGKILL')
  const isCut = (await Promise.all(cutting)).map((answer) => answer !== undefined)

  const again = await processes.start(env)
  const iris = before.movedTo(again.url)
  for (const roomId of answered) {
    const id = ids.get(roomId) ?? ''
    const { status } = (await watch(iris, id)).at(-1) ?? {}
    const [entry] = await logOf(iris, roomId)
    const { generation } = await iris.data('query ($id: ID!) { generation(id: $id) { text } }', { id })
    const ended = ['1 reply 1', `2 ${at(generation, 'text')}*`]
    expect([status, entry && replies(entry)]).toEqual(['COMPLETED', ended])
    expect(await iris.data(regenerate, request(roomId))).toMatchObject({ regenerate: { replayed: true } })
  }
  for (const [place, roomId] of cut.entries()) {
    const indexes = async () => (await logOf(iris, roomId)).map(({ index }) => index)
    const found = await indexes()
    expect([isCut[place] ? [1] : found, [1, 9]]).toEqual([found, expect.arrayContaining([found.length])])
    await iris.data(truncate, { roomId, fromIndex: 2 })
    expect(await indexes()).toEqual([1])
  }
  expect(await again.stop('SIGTERM')).toBe(0)
})
