import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, until } from '@parley/testing'
import { limits } from '../../src/limits.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { saying } from '../support/rooms/log-fixture.js'
import { choose, logOf, regenerate, save, update } from '../support/rooms/log-queries.js'
import { openaiOf } from '../support/replies/openai-client.js'
import { at, type Person, type RestAnswer } from '../support/app/person.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { Device } from '../support/rooms/room-device.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'

/** A text of so many characters, each two UTF-16 code units and four bytes, with a given end. */
const messageOf = (length: number, end = '!') => '🚀'.repeat(length - end.length) + end
const longest = messageOf(limits.messageLength)
const longestMessage = messageOf(limits.longestMessageLength)
const send =
  'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id message } replayed } }'

const tap = new TappedGenerator()
const dataDir = mkdtempSync(join(tmpdir(), 'parley-long-'))
let server: Awaited<ReturnType<typeof createTestDatabase>>
let app: TestApp
let ada: Person
const start = (env: Readonly<Record<string, string>> = {}) =>
  createTestApp({
    roles: 'app,chatlog',
    env: { JWT_SECRET: 's'.repeat(64), ...env },
    wrap: tap.wrap,
    dataDir,
    databaseUrl: server?.url,
  })
beforeAll(async () => {
  server = await createTestDatabase()
  app = await start()
  ada = await app.person('ada')
})
afterAll(async () => {
  await app.close()
  await server?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** One way to write a message to a room: undefined when it was accepted, otherwise the limit that refused it. */
interface Door {
  readonly name: string
  write(person: Person, roomId: string, text: string): Promise<number | undefined>
}

const boundOf = ({ errors }: { errors: readonly { extensions: { fields?: unknown } }[] }) => {
  const [field] = (errors[0]?.extensions.fields ?? []) as { rule: string; limit?: number }[]
  if (errors.length > 0 && field?.rule !== 'max_length') throw new Error(JSON.stringify(errors))
  return field?.limit
}
const restBoundOf = ({ status, body }: RestAnswer) => {
  if (status < 300) return undefined
  const [fault] = (body as { detail: { type: string; message: string }[] }).detail
  if (status !== 422 || fault?.type !== 'string_too_long') throw new Error(JSON.stringify(body))
  return Number(/\d+/.exec(fault.message)?.[0])
}
/** Twelve bytes per character of two code units, as some clients write JSON. */
const inAscii = (json: string) =>
  json.replaceAll(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const saved = { outputData: 'An answer' }
const doors: readonly Door[] = [
  {
    name: 'sendMessage',
    write: async (person, roomId, text) => boundOf(await person.graphql(send, { input: { roomId, text } })),
  },
  {
    name: 'sendMessage over a socket, as JSON in ASCII',
    write: async (person, roomId, text) => {
      const socket = await RawSocket.open(person.url, person.token)
      try {
        const payload = { query: send, variables: { input: { roomId, text } } }
        socket.sendText(inAscii(JSON.stringify({ type: 'subscribe', id: '1', payload })))
        await socket.received(1, 'next')
        return boundOf({ errors: [], ...(socket.of('next')[0]?.payload as object) })
      } finally {
        await socket.end()
      }
    },
  },
  {
    name: 'POST /generations',
    write: async (person, roomId, text) =>
      restBoundOf(await person.rest('POST', '/generations', { room_id: roomId, text })),
  },
  {
    name: 'saveLogEntry',
    write: async (person, roomId, text) =>
      boundOf(await person.graphql(save, { input: { roomId, inputData: text, ...saved } })),
  },
  {
    name: 'updateLogEntry',
    write: async (person, roomId, text) => {
      await person.data(save, { input: { roomId, inputData: 'short', ...saved } })
      return boundOf(await person.graphql(update, { input: { roomId, index: 1, inputData: text, ...saved } }))
    },
  },
  {
    name: 'regenerate',
    write: async (person, roomId, text) => {
      await person.data(save, { input: { roomId, inputData: 'short', ...saved } })
      return boundOf(await person.graphql(regenerate, { roomId, index: 1, inputData: text }))
    },
  },
]

const answerTo = async (person: Person, roomId: string, text: string, reply = 'Aye.') => {
  tap.next = saying(reply)
  const { sendMessage } = await person.data(send, { input: { roomId, text } })
  await app.idle()
  return at(sendMessage, 'generation', 'id')
}

describe.each(doors.map((door) => [door.name, door] as const))('a message by %s', (_name, { write }) => {
  it('may have 32,000 characters, and no more', async () => {
    const roomId = await ada.room()
    expect(await write(ada, roomId, messageOf(limits.messageLength + 1))).toBe(32_000)
    expect(await write(ada, roomId, longest)).toBeUndefined()
    await app.idle()
    expect((await logOf(ada, roomId))[0]?.inputData).toBe(longest)
  })
})

describe('the documented bodies', () => {
  it.each(['room logs', 'the chat-log service'])('keep their 500 characters: %s', async (place) => {
    const roomId = await ada.room()
    const log = (text: string) => ({ input_data: text, output_data: 'x' })
    const put = (text: string) => ada.rest('PUT', `/api/officerooms/${roomId}/logs`, log(text))
    const service = (text: string) =>
      app.chatLog().rest('PUT', '/doclog/office/save_log', { user_id: ada.id, id: roomId, ...log(text) })
    const write = place === 'room logs' ? put : service
    expect(restBoundOf(await write(messageOf(501)))).toBe(500)
    expect(restBoundOf(await write(messageOf(500)))).toBeUndefined()
  })
})

describe('a long message', () => {
  it('is returned completely wherever a room is read', async () => {
    const roomId = await ada.room()
    const id = await answerTo(ada, roomId, longest)
    const { generation } = await ada.data('query ($id: ID!) { generation(id: $id) { message status } }', { id })
    expect(generation).toEqual({ message: longest, status: 'COMPLETED' })
    expect((await ada.rest('GET', `/generations/${id}`)).body).toMatchObject({ message: longest })
    const entry = { index: 1, input_data: longest, output_data: 'Aye.' }
    expect((await ada.rest('GET', `/api/officerooms/${roomId}/logs`)).body).toMatchObject([entry])
    expect((await ada.rest('GET', `/api/officerooms/${roomId}/logs?limit=1`)).body).toMatchObject([entry])
    const key = { user_id: ada.id, id: roomId }
    expect((await app.chatLog().rest('POST', '/doclog/office/load_log', key)).body).toMatchObject([entry])
    const device = await Device.follow(ada, roomId)
    expect(device.state).toMatchObject({ entries: [{ inputData: longest }], generations: [{ message: longest }] })
    await device.close()
  })

  it('reaches every device that follows the room, when it is sent and when it is answered', async () => {
    const roomId = await ada.room()
    const device = await Device.follow(ada, roomId)
    await answerTo(ada, roomId, longest)
    await device.until(() => device.kinds.includes('EntryAdded'))
    const texts = device.events.flatMap((event) =>
      event.__typename === 'EntryAdded' ? [at(event, 'entry', 'inputData')] : [],
    )
    expect(texts).toEqual([longest])
    await device.close()
  })

  it('reaches the worker completely, also in the history of the next one', async () => {
    const roomId = await ada.room()
    await answerTo(ada, roomId, longest)
    expect(tap.lastJob).toMatchObject({ message: longest, messageLimit: 100_000 })
    await answerTo(ada, roomId, 'short')
    expect(tap.lastJob.history).toMatchObject([{ inputData: longest, outputData: 'Aye.' }])
  })

  it('may be one of many in a room, which is read in pages', async () => {
    const roomId = await ada.room()
    const texts = Array.from({ length: 40 }, (_, n) => messageOf(8_000, ` ${String(n)}`))
    for (const inputData of texts) await ada.data(save, { input: { roomId, inputData, ...saved } })
    const { body } = await ada.rest('GET', `/api/officerooms/${roomId}/logs`)
    expect((body as { input_data: string }[]).map(({ input_data: text }) => text)).toEqual(texts)
    await answerTo(ada, roomId, 'short')
    expect(tap.lastJob.history.map(({ inputData }) => inputData)).toEqual(texts.slice(-20))
  })

  it('can be regenerated, unchanged or edited, and each reply keeps its own message', async () => {
    const roomId = await ada.room()
    await answerTo(ada, roomId, longest)
    const others = messageOf(limits.messageLength, '?')
    for (const inputData of [undefined, others]) {
      tap.next = saying(`to ${String(inputData?.at(-1))}`)
      await ada.data(regenerate, { roomId, index: 1, inputData })
      await app.idle()
      expect(tap.lastJob.message).toBe(inputData ?? longest)
    }
    const [entry] = await logOf(ada, roomId)
    expect(entry?.alternatives.map(({ inputData, outputData }) => [inputData, outputData])).toEqual([
      [longest, 'Aye.'],
      [longest, 'to undefined'],
      [others, 'to ?'],
    ])
    const chosen = await ada.data(choose, { roomId, index: 1, alternative: 1 })
    expect(chosen).toMatchObject({ chooseAlternative: { entry: { inputData: longest } } })
  })

  it('is sent once for an idempotency key, and another one is a conflict', async () => {
    const roomId = await ada.room()
    const sent = (text: string) => ada.graphql(send, { input: { roomId, text, idempotencyKey: 'long' } })
    const first = await sent(longest)
    await app.idle()
    const again = { ...(first.data?.['sendMessage'] as object), replayed: true }
    expect((await sent(longest)).data).toEqual({ sendMessage: again })
    expect((await sent(messageOf(limits.messageLength, '?'))).errors).toMatchObject([
      { extensions: { code: 'CONFLICT' } },
    ])
  })

  it('may be longer still in a conversation of /v1, which has no separate limit', async () => {
    const openai = await openaiOf(ada)
    const content = messageOf(20_000)
    tap.next = saying('Aye.')
    const { choices } = await openai.chat.completions.create({ model: 'local', messages: [{ role: 'user', content }] })
    expect(choices[0]?.message.content).toBe('Aye.')
    expect(tap.lastJob.completion?.messages?.[0]?.text).toBe(content)
    expect(tap.lastJob.messageLimit).toBeUndefined()
  })

  it('can be read by its owner and by administrators, and by no other caller', async () => {
    const roomId = await ada.room()
    await answerTo(ada, roomId, longest)
    const [admin, eve] = [await app.admin(), await app.person('eve')]
    expect((await logOf(admin, roomId))[0]?.inputData).toBe(longest)
    expect((await eve.rest('GET', `/api/officerooms/${roomId}/logs`)).status).toBe(404)
  })

  it('is charged with its actual cost', async () => {
    const eve = await app.person('eve')
    await answerTo(eve, await eve.room(), longest)
    const { myUsage } = await eve.data('{ myUsage { tokens { used } } }')
    expect((myUsage as { tokens: { used: number } }).tokens.used).toBeGreaterThanOrEqual(8_191)
  })
})

describe('MESSAGE_LIMIT', () => {
  let roomId: string
  let waiting: string
  beforeAll(async () => {
    roomId = await ada.room()
    await answerTo(ada, roomId, longest)
    waiting = await ada.room()
    tap.next = stall()
    await ada.data(send, { input: { roomId: waiting, text: longest } })
    await until('the message waits in a worker', () => tap.next === undefined)
    tap.always = saying('after the restart')
    await app.stop()
    app = await start({ MESSAGE_LIMIT: '600' })
    ada = ada.movedTo(app.url)
  })

  it('does not affect a message that was accepted before it was lowered', async () => {
    await app.idle()
    tap.always = undefined
    expect(await logOf(ada, waiting)).toMatchObject([{ inputData: longest, outputData: 'after the restart' }])
  })

  it.each(doors.map((door) => [door.name, door] as const))('bounds a message by %s', async (_name, { write }) => {
    const other = await ada.room()
    expect(await write(ada, other, messageOf(601))).toBe(600)
    expect(await write(ada, other, messageOf(600))).toBeUndefined()
    await app.idle()
  })

  it('is in the document of the service', async () => {
    const { body } = await ada.rest('GET', '/openapi.json')
    const { components } = body as { components: { schemas: Record<string, { properties: Record<string, object> }> } }
    expect(components.schemas['SendMessageBody']?.properties['text']).toMatchObject({ minLength: 1, maxLength: 600 })
  })

  it('does not affect earlier longer messages: they are read, regenerated and in the history', async () => {
    expect((await logOf(ada, roomId)).map(({ inputData }) => inputData)).toEqual([longest])
    tap.next = saying('again')
    await ada.data(regenerate, { roomId, index: 1 })
    await app.idle()
    expect(tap.lastJob).toMatchObject({ message: longest, messageLimit: 100_000 })
    expect(await logOf(ada, roomId)).toMatchObject([{ inputData: longest, outputData: 'again' }])
    await answerTo(ada, roomId, 'short')
    expect(tap.lastJob.history).toMatchObject([{ inputData: longest, outputData: 'again' }])
  })
})

describe('MESSAGE_LIMIT=100000', () => {
  beforeAll(async () => {
    await app.stop()
    app = await start({ MESSAGE_LIMIT: '100000' })
    ada = ada.movedTo(app.url)
  })

  it.each(doors.map((door) => [door.name, door] as const))('bounds a message by %s', async (_name, { write }) => {
    const roomId = await ada.room()
    expect(await write(ada, roomId, messageOf(100_001))).toBe(100_000)
    expect(await write(ada, roomId, longestMessage)).toBeUndefined()
    await app.idle()
    expect((await logOf(ada, roomId))[0]?.inputData).toBe(longestMessage)
  })

  it.each(['/graphql', '/graphql/stream', '/generations'])('fits a body of %s as JSON in ASCII', async (path) => {
    const roomId = await ada.room()
    const body =
      path === '/generations'
        ? { room_id: roomId, text: longestMessage }
        : { query: send, variables: { input: { roomId, text: longestMessage } } }
    const answer = await fetch(ada.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: path === '/graphql/stream' ? 'text/event-stream' : 'application/json',
        authorization: `Bearer ${ada.token ?? ''}`,
      },
      body: inAscii(JSON.stringify(body)),
    })
    await answer.text()
    expect(answer.ok).toBe(true)
    await app.idle()
    expect((await logOf(ada, roomId))[0]?.inputData).toBe(longestMessage)
  })

  it('does not lengthen the other bodies', async () => {
    const answer = await ada.rest('POST', '/api/rooms/officerooms', { room_name: 'x'.repeat(1_100_000) })
    expect(answer.status).toBe(413)
  })

  it('is found by its first thousand words, and is in the history of the next message', async () => {
    const roomId = await ada.room()
    const many = Array.from({ length: 24_000 }, (_, n) => n.toString(36).padStart(3, 'z'))
    const words = many.with(900, 'lighthouse').join(' ')
    await answerTo(ada, roomId, words)
    const query = '{ searchEntries(query: "lighthouse", first: 5) { nodes { entry { index } } } }'
    const { searchEntries } = await ada.data(query)
    expect(searchEntries).toMatchObject({ nodes: [{ entry: { index: 1 } }] })
    await answerTo(ada, roomId, 'short')
    expect(tap.lastJob.history).toMatchObject([{ inputData: words }])
  })

  it('may be one of many, of which a device reads those that fit a page', async () => {
    const roomId = await ada.room()
    for (let count = 0; count < 12; count += 1)
      await ada.data(save, { input: { roomId, inputData: longestMessage, ...saved } })
    const device = await Device.follow(ada, roomId)
    expect(device.state).toMatchObject({ entries: [...Array(2).keys()].map(() => ({ inputData: longestMessage })) })
    await device.close()
    const { body } = await ada.rest('GET', `/api/officerooms/${roomId}/logs`)
    expect(body).toHaveLength(12)
  })
})
