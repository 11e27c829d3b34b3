import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Person } from './support/person.js'
import type { RestAnswer } from './support/person.js'
import { Processes } from './support/processes.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

/** A write over REST with an idempotency key, and its answer if one came. */
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

/** Writes with four clients at once until the server is gone; all writes that were begun. */
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
        // cut off by the kill
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
  it.each([1, 40])('keeps what was acknowledged, and a repeated key gives the first answer (%d)', async (enough) => {
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
    // each once, those that were cut off without an answer too
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
