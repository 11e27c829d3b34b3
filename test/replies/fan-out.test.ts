import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getOperationAST, GraphQLError, parse, type ExecutionResult } from 'graphql'
import WebSocket, { WebSocketServer } from 'ws'
import { iterationEnd, type Pollable } from '@parley/runtime'
import { SharedResults } from '../../resolvers/pipeline/shared-results.js'
import { eventFrames } from '../../resolvers/sockets/event-frames.js'
import { frameOf } from '../../resolvers/sockets/text-frame.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { RawSocket } from '../support/http/raw-socket.js'

const event = { offset: 0 }

describe('results of an event', () => {
  const results = new SharedResults()
  let made = 0
  const execute = () => ({ data: { made: (made += 1) } })
  const document = parse(
    'subscription S($id: ID!, $after: String, $x: Boolean!) { s(id: $id, after: $after) { a @include(if: $x) } }',
  )
  const same = parse(
    'subscription S($id: ID!, $after: String, $x: Boolean!) { s(id: $id, after: $after) { a @include(if: $x) } }',
  )
  const read = (of: object, variables: Record<string, unknown>, asked = document) => {
    const operation = getOperationAST(asked)
    if (!operation) throw new Error('no operation')
    const subscriber = { execute, client: 'ada', turn: () => undefined, isGone: () => false }
    return results.reader({ document: asked, operation, variables }, subscriber)(of)
  }
  const first = read(event, { id: '1', x: true })

  it('are computed once for all subscribers with the same selection, whatever their cursors', () => {
    expect(read(event, { id: '1', x: true, after: 'some cursor' })).toBe(first)
    expect(made).toBe(1)
  })

  it.each([
    ['of another event', () => read({ ...event }, { id: '1', x: true })],
    ['with another variable of the selection', () => read(event, { id: '1', x: false })],
    ['without it', () => read(event, { id: '1' })],
    ['by another document', () => read(event, { id: '1', x: true }, same)],
  ])('are made anew %s', (_what, readOther) => {
    const before = made
    expect(readOther()).not.toEqual(first)
    expect(made).toBe(before + 1)
  })
})

describe('the result of an event for which the scheduler has no time', () => {
  const document = parse('subscription { s }')
  const operation = getOperationAST(document)
  if (!operation) throw new Error('no operation')
  const opened = () => {
    const results = new SharedResults()
    const turns: { readonly client: string; readonly begin: () => void }[] = []
    const executed: string[] = []
    const gone = new Set<string>()
    const read = (client: string, of: object = event) => {
      const turn = () => new Promise<void>((begin) => turns.push({ client, begin }))
      const execute = () => {
        executed.push(client)
        return { data: { client } }
      }
      const subscriber = { execute, client, turn, isGone: () => gone.has(client) }
      return results.reader({ document, operation, variables: {} }, subscriber)(of)
    }
    const begin = (client: string) => turns.find((turn) => turn.client === client)?.begin()
    return { read, begin, turns, executed, gone }
  }
  const madeFor = (client: string) => ({ data: { client } })

  it('is made in the first turn of any of its subscribers, for all of them', async () => {
    const { read, begin, turns, executed } = opened()
    const made = ['greedy', 'greedy', 'ordinary'].map((client) => read(client))
    expect(turns.map(({ client }) => client)).toEqual(['greedy', 'ordinary'])
    begin('ordinary')
    expect(await Promise.all(made.map(async (each) => each))).toEqual(Array(3).fill(madeFor('ordinary')))
    expect(await read('late')).toEqual(madeFor('ordinary'))
    begin('greedy')
    await new Promise(setImmediate)
    expect(executed).toEqual(['ordinary'])
  })

  it('waits for few turns, however many subscribers it has', async () => {
    const { read, turns, begin } = opened()
    const made = Array.from({ length: 1_000 }, (_, count) => read(`reader ${String(count)}`))
    expect(turns).toHaveLength(8)
    begin('reader 7')
    expect(await made[999]).toEqual(madeFor('reader 7'))
  })

  it('is not made for subscribers that have gone, but for the one that remains', async () => {
    const { read, begin, executed, gone } = opened()
    const [first, second] = [{ ...event }, { ...event }]
    const [unread, left, kept] = [read('gone', first), read('gone', second), read('there', second)]
    gone.add('gone')
    begin('gone')
    expect(await unread).toBeUndefined()
    expect(executed).toEqual([])
    begin('there')
    expect([await left, await kept]).toEqual([madeFor('there'), madeFor('there')])
  })
})

describe('a frame', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('of %i bytes is read as one message', async (length) => {
    const server = createServer()
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (_socket, { socket }) => {
      const text = Buffer.from('é'.repeat(Math.ceil(length / 2)))
      socket.write(frameOf(Buffer.from('{"t":"'), Buffer.concat([text, Buffer.from('"}')])))
      socket.write(frameOf(Buffer.from('"'), Buffer.from(`${'x'.repeat(Math.max(0, length - 2))}"`)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
    const messages: unknown[] = []
    await new Promise<void>((resolve) => {
      client.on('message', (data: Buffer) => {
        messages.push(JSON.parse(data.toString()))
        if (messages.length === 2) resolve()
      })
    })
    expect(messages).toEqual([{ t: 'é'.repeat(Math.ceil(length / 2)) }, 'x'.repeat(Math.max(0, length - 2))])
    client.close()
    sockets.close()
    server.close()
  })
})

describe('the frames of results that can be polled', () => {
  const failure = new GraphQLError('the source failed')
  const opened = (write: () => Promise<void> | undefined) => {
    const items: (number | Error)[] = [0]
    const ended: unknown[] = []
    let ready = (): void => undefined
    let returned = 0
    const poll = (): IteratorResult<ExecutionResult, undefined> | undefined => {
      const item = items.shift()
      if (item instanceof Error) throw item
      return item === undefined ? undefined : { done: false, value: { data: { item } } }
    }
    const results: Pollable<ExecutionResult> = {
      next: () => Promise.resolve(poll() ?? iterationEnd),
      return: () => Promise.resolve((returned += 1)).then(() => iterationEnd),
      [Symbol.asyncIterator]: () => results,
      poll,
      notify: (call) => void (ready = call),
    }
    const frames = eventFrames('1', results, { write, ended: (errors) => ended.push(errors) })
    const add = (item: number | Error) => {
      items.push(item)
      ready()
    }
    return { add, items, ended, over: frames.next(), returned: () => returned }
  }

  it('wait while the socket has no room, and request nothing meanwhile', async () => {
    let makeRoom = (): void => undefined
    const { add, items, over } = opened(() => new Promise<void>((resolve) => (makeRoom = resolve)))
    const inTurn = async () => {
      makeRoom()
      await new Promise(setImmediate)
      return [...items]
    }
    await new Promise(setImmediate)
    add(1)
    add(2)
    expect(items).toEqual([1, 2])
    expect(await inTurn()).toEqual([2])
    expect(await inTurn()).toEqual([])
    add(failure)
    makeRoom()
    await expect(over).rejects.toThrow(failure)
  })

  it('end with the error of their source, which is then returned', async () => {
    const { add, ended, over, returned } = opened(() => undefined)
    await new Promise(setImmediate)
    add(failure)
    await expect(over).rejects.toThrow(failure)
    expect(ended).toEqual([[failure]])
    expect(returned()).toBe(1)
  })
})

describe('one reply', () => {
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?delayMs=20' } })
    ada = await app.person('ada')
  })
  afterAll(() => app.close())

  const selections = [
    'offset delta status',
    'delta offset status cursor entry { outputData }',
    'again: delta where: offset delta offset status',
  ] as const

  it('reaches all its watchers, each with its own selection', async () => {
    const id = await ada.say(await ada.room())
    const sockets = await Promise.all(selections.map(() => RawSocket.open(app.url, ada.token)))
    const watching = sockets.flatMap((socket, index) =>
      Array.from({ length: 20 }, () => {
        const name = randomUUID()
        const query = `subscription ($id: ID!) { generation(id: $id) { ${selections[index % selections.length] ?? ''} } }`
        socket.subscribe(name, query, { variables: { id } })
        return { name, socket }
      }),
    )
    for (const socket of sockets) await socket.received(20, 'complete')
    const whole = (await ada.data('query ($id: ID!) { generation(id: $id) { text } }', { id }))['generation']
    for (const { name, socket } of watching) {
      const events = socket
        .of('next')
        .filter((message) => message.id === name)
        .map(({ payload }) => (payload as { data: { generation: Watched } }).data.generation)
      expect({ text: events.reduce((text, { offset, delta }) => text.slice(0, offset) + delta, '') }).toEqual(whole)
      expect(events.at(-1)?.status).toBe('COMPLETED')
    }
    const entry = (message: { payload?: unknown }) =>
      (message.payload as { data: { generation: Watched } }).data.generation.entry
    expect(sockets[1]?.of('next').filter((message) => entry(message)).length).toBe(20)
    await Promise.all(sockets.map((socket) => socket.end()))
  })

  it('does not wait for a client that stops reading, which gets the missing text when it continues', async () => {
    const id = await ada.say(await ada.room())
    const [idle, reader] = [await RawSocket.open(app.url, ada.token), await RawSocket.open(app.url, ada.token)]
    const query = 'subscription ($id: ID!) { generation(id: $id) { offset delta status } }'
    idle.subscribe('1', query, { variables: { id } })
    await idle.received(1, 'next')
    idle.stopReading()
    reader.subscribe('1', query, { variables: { id } })
    await reader.received(1, 'complete')
    idle.readOn()
    await idle.received(1, 'complete')
    const textOf = (socket: RawSocket) =>
      socket
        .of('next')
        .map(({ payload }) => (payload as { data: { generation: Watched } }).data.generation)
        .reduce((text, { offset, delta }) => text.slice(0, offset) + delta, '')
    expect(textOf(idle)).toBe(textOf(reader))
    await Promise.all([idle.end(), reader.end()])
  })
})

interface Watched {
  readonly offset: number
  readonly delta: string
  readonly status: string
  readonly entry?: { readonly outputData: string } | null
}
