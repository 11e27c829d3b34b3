import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { onServer } from '@parley/testing'
import { cancel, usageOf } from '../../support/accounts/usage-fixture.js'
import { Person } from '../../support/app/person.js'
import { Processes, type Started } from '../../support/app/processes.js'
import { folded, watch } from '../../support/app/watch.js'
import { follow } from '../../support/replies/follow.js'
import { logOf } from '../../support/rooms/log-queries.js'

/** Has the text `abcd`, and then no end. */
const stalls = 'scripted:?chunks=5&delayMs=1&stallAt=3&reply=abcdefghij'
const done = 'scripted:?chunks=2&delayMs=1&reply=another+reply'

let processes: Processes
let server: Started
let ada: Person
let people = 0
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

async function start(model: string): Promise<void> {
  server = await processes.start({ ROLES: 'app,office', AI_OFFICE_PORT: '0', LOCAL_MODEL: model })
}

/** With PostgreSQL a crash leaves a lease, for which the next start would wait 30 s. */
async function restart(signal: NodeJS.Signals, model: string): Promise<void> {
  await server.stop(signal)
  const { databaseUrl } = processes
  if (databaseUrl !== undefined) await onServer(databaseUrl, 'UPDATE generations SET lease_until = 0')
  await start(model)
  ada = ada.movedTo(server.url)
}

/** A new account that sends a message; resolves when the reply has text. */
async function say() {
  ada = await Person.register(server.url, `ada${(people += 1)}`)
  const roomId = await ada.room()
  const id = await ada.say(roomId, 'Hello', 'key')
  const [last] = (await watch(ada, id, undefined, hasText(4))).slice(-1)
  return { roomId, id, cursor: last?.cursor }
}

const hasText =
  (length: number, inAttempt = 1) =>
  ({ attempt, offset, delta }: { attempt: number; offset: number; delta: string }) =>
    attempt === inAttempt && offset + delta.length >= length

async function read(id: string): Promise<unknown> {
  const query = 'query ($id: ID!) { generation(id: $id) { status attempt text error { code } } }'
  return (await ada.data(query, { id }))['generation']
}

const outputs = async (roomId: string) => (await logOf(ada, roomId)).map(({ outputData }) => outputData)
const killWorker = () => process.kill(server.workerPid('office'), 'SIGKILL')
/** Kills the worker once the watch has begun, so that the short wait for the second run is not missed. */
function watchLoss(id: string, cursor: string | undefined) {
  let isKilled = false
  return watch(ada, id, cursor, ({ status }) => {
    if (!isKilled) killWorker()
    isKilled = true
    return status === 'QUEUED'
  })
}
const interrupted = { status: 'FAILED', error: { code: 'INTERRUPTED' } }
const again = { status: 'COMPLETED', attempt: 2, text: 'another reply', error: null }

describe('a worker that is killed with kill -9 in the middle of a reply', () => {
  it('leaves a reply that runs again as the next attempt, for every follower', async () => {
    const reply = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'
    await start(`scripted:?chunks=40&delayMs=30&reply=${reply}`)
    const { id, roomId, cursor } = await say()
    const watching = watch(ada, id, cursor)
    const following = follow(ada, id, { after: cursor })
    killWorker()
    const events = await watching
    const second = events.findIndex(({ attempt }) => attempt === 2)
    expect(events.slice(0, second).map(({ status }) => status)).toContain('QUEUED')
    expect(events[second]).toMatchObject({ offset: 0 })
    expect(folded(events.slice(second))).toBe(reply)
    expect(folded((await following).events)).toBe(reply)
    expect(await read(id)).toEqual({ status: 'COMPLETED', attempt: 2, text: reply, error: null })
    expect(await outputs(roomId)).toEqual([reply])
    expect(await usageOf(ada)).toMatchObject({ messages: { used: 1 }, tokens: { used: 2 + reply.length / 4 } })
    await server.stop('SIGKILL')
  })

  it('twice, leaves a reply that is INTERRUPTED with its text, and the next one runs', async () => {
    await start(stalls)
    const { id, roomId } = await say()
    killWorker()
    await watch(ada, id, undefined, hasText(4, 2))
    killWorker()
    await watch(ada, id)
    expect(await read(id)).toEqual({ ...interrupted, attempt: 2, text: 'abcd' })
    const next = await ada.say(roomId)
    await watch(ada, next, undefined, hasText(4))
    expect(await outputs(roomId)).toEqual([])
    await cancel(ada, next)
    await server.stop('SIGKILL')
  })
})

describe('a program that ends in the middle of a reply', () => {
  it.each<NodeJS.Signals>(['SIGKILL', 'SIGTERM'])('by %s runs the reply again at its next start', async (signal) => {
    await start(stalls)
    const { id, roomId, cursor } = await say()
    await restart(signal, done)
    const rest = await watch(ada, id, cursor)
    expect(rest.reduce((text, { offset, delta }) => text.slice(0, offset) + delta, 'abcd')).toBe('another reply')
    expect(await read(id)).toEqual(again)
    expect(await ada.say(roomId, 'Hello', 'key')).toBe(id)
    expect(await outputs(roomId)).toEqual(['another reply'])
    // `Hello` is 2 tokens, and four bytes are one
    expect(await usageOf(ada)).toMatchObject({ messages: { used: 1 }, tokens: { used: 2 + 4 } })
    await server.stop('SIGKILL')
  })

  it('ends the reply INTERRUPTED when it was killed in the second run', async () => {
    await start(stalls)
    const { id, roomId } = await say()
    await restart('SIGKILL', stalls)
    await watch(ada, id, undefined, hasText(4, 2))
    await restart('SIGKILL', done)
    await watch(ada, id)
    expect(await read(id)).toMatchObject({ ...interrupted, attempt: 2 })
    expect(await outputs(roomId)).toEqual([])
    await server.stop('SIGKILL')
  })

  it('runs the reply again when it was killed while the reply waited for its second run', async () => {
    await start(stalls)
    const { id, cursor } = await say()
    const waiting = await watchLoss(id, cursor)
    expect(waiting.at(-1)).toMatchObject({ attempt: 1, offset: 4, delta: '' })
    expect(await read(id)).toEqual({ status: 'QUEUED', attempt: 1, text: 'abcd', error: null })
    await restart('SIGKILL', done)
    await watch(ada, id, cursor)
    expect(await read(id)).toEqual(again)
    await server.stop('SIGKILL')
  })

  it('does not run a reply that was cancelled while it waited for its second run', async () => {
    await start(stalls)
    const { id, roomId, cursor } = await say()
    await watchLoss(id, cursor)
    await cancel(ada, id)
    const cancelled = { status: 'CANCELLED', attempt: 1, text: 'abcd', error: null }
    expect(await read(id)).toEqual(cancelled)
    await restart('SIGKILL', done)
    await watch(ada, await ada.say(roomId, 'Once more'))
    expect([await read(id), await outputs(roomId)]).toEqual([cancelled, ['abcd', 'another reply']])
    await server.stop('SIGKILL')
  })
})
