import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { cancel, messagesOf, tokensOf } from '../support/accounts/usage-fixture.js'
import { at } from '../support/app/person.js'
import { folded, watch, type WatchedEvent } from '../support/app/watch.js'
import { noise } from '../support/images/pictures.js'
import { follow } from '../support/replies/follow.js'
import { failing, half, losing, RunFixture, started } from '../support/replies/run-fixture.js'
import { stall } from '../support/replies/tapped-generator.js'
import { saying } from '../support/rooms/log-fixture.js'
import { logOf, save } from '../support/rooms/log-queries.js'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await RunFixture.open({ HOSTED_MODELS: '{"seer":{"model":"any","vision":true}}', HOSTED_API_KEY: 'key' })
})
afterAll(() => fixture.app.close())

/** It waits for its second run, with the text of the first one. */
const waitsAgain = ({ status, offset, delta }: WatchedEvent) => status === 'QUEUED' && offset + delta.length > 0
const steps = (events: readonly WatchedEvent[]) =>
  events.map(({ attempt, offset, delta, status }) => ({ attempt, offset, delta, status }))

describe('a reply whose worker is lost while it runs', () => {
  it('runs again as the next attempt, which socket and stream receive from offset 0', async () => {
    const [lose, start, goOn] = [new AbortController(), new AbortController(), new AbortController()]
    fixture.runs(losing([started, half], lose.signal), async function* (signal) {
      yield { kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null }
      if (!start.signal.aborted) await once(start.signal, 'abort')
      yield* saying('another reply', goOn.signal)(signal)
    })
    const { id, roomId } = await fixture.say()
    const [begun] = (await fixture.until(id, ({ delta }) => delta !== '')).slice(-1)
    const seenWaiting = new AbortController()
    const watching = watch(fixture.ada, id, begun?.cursor, (event) => {
      if (waitsAgain(event)) seenWaiting.abort()
      return false
    })
    const following = follow(fixture.ada, id, { after: begun?.cursor })
    await fixture.until(id, ({ status }) => status === 'RUNNING')
    lose.abort()
    // a follower that reads later sees the newest state only
    await once(seenWaiting.signal, 'abort')
    start.abort()
    await fixture.until(id, ({ status }) => status === 'RUNNING')
    // a client that comes back while the second run has no text
    const [resumed] = await watch(fixture.ada, id, begun?.cursor, () => true)
    expect(resumed).toMatchObject({ attempt: 1, offset: 9, delta: '', status: 'RUNNING' })
    goOn.abort()
    const events = await watching
    const second = events.findIndex(({ attempt }) => attempt === 2)
    expect(steps(events.slice(0, second))).toContainEqual({ attempt: 1, offset: 9, delta: '', status: 'QUEUED' })
    expect(folded(events.slice(0, second))).toBe('')
    expect(events[second]).toMatchObject({ offset: 0 })
    expect([folded(events), events.at(-1)?.status]).toEqual(['another reply', 'COMPLETED'])
    expect(folded((await following).events)).toBe('another reply')
    expect(await fixture.read(id)).toEqual({ status: 'COMPLETED', attempt: 2, text: 'another reply', error: null })
    expect((await logOf(fixture.ada, roomId)).map(({ outputData }) => outputData)).toEqual(['another reply'])
    // a client with the cursor of the first attempt gets the whole text of the second one
    expect(steps(await watch(fixture.ada, id, begun?.cursor))).toEqual([
      { attempt: 2, offset: 0, delta: 'another reply', status: 'COMPLETED' },
    ])
  })

  it('gets the same prompt, without the entries that were written in the meantime', async () => {
    const lose = new AbortController()
    const roomId = await fixture.room()
    const input = { roomId, inputData: 'say 1', outputData: 'answer 1' }
    await fixture.ada.data(save, { input })
    fixture.runs(losing([started, half], lose.signal), saying('another reply'))
    const id = await fixture.ada.say(roomId)
    await fixture.until(id, ({ delta }) => delta !== '')
    await fixture.ada.data(save, { input: { ...input, inputData: 'later' } })
    lose.abort()
    await fixture.app.idle()
    expect(await fixture.read(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 })
    const [first, second] = fixture.tap.jobs
    expect(first?.history).toEqual([{ inputData: 'say 1', outputData: 'answer 1' }])
    expect(second).toEqual({ ...first, interruptions: 1 })
  })

  it('gets the image of its message again', async () => {
    const roomId = await fixture.room()
    const form = new FormData()
    form.append('image', new Blob([await noise(5, 5).webp().toBuffer()]))
    const { body } = await fixture.ada.rest('POST', '/images', form)
    fixture.runs(losing([started, half]), saying('another reply'))
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { replayed } }'
    await fixture.ada.data(send, { input: { roomId, text: 'Hello', model: 'seer', imageId: at(body, 'id') } })
    await fixture.app.idle()
    const [first, second] = fixture.tap.jobs
    expect(first?.image).toMatchObject({ contentType: 'image/webp' })
    expect(second).toEqual({ ...first, interruptions: 1 })
  })

  it('is charged once: one message, and the tokens of the reply that was kept', async () => {
    fixture.runs(losing([started, half]), saying('another reply'))
    const { id, roomId } = await fixture.say()
    await fixture.app.idle()
    expect(await fixture.ada.say(roomId, 'Hello', 'key')).toBe(id)
    // `Hello` is 2 tokens, and four bytes are one
    expect([await messagesOf(fixture.ada), await tokensOf(fixture.ada)]).toEqual([1, 2 + 4])
  })

  it('counts after a fallback too: the next attempt is the third', async () => {
    const fallback: ReplyProgress = { kind: 'delta', attempt: 2, offset: 0, delta: 'fallback' }
    fixture.runs(losing([started, half, fallback]), saying('another reply'))
    const { id } = await fixture.say()
    await fixture.app.idle()
    expect(await fixture.read(id)).toEqual({ status: 'COMPLETED', attempt: 3, text: 'another reply', error: null })
  })

  it('ends with the text of the first attempt when the second one ends without text', async () => {
    fixture.runs(losing([started, half]), failing)
    const { id, roomId } = await fixture.say()
    await fixture.app.idle()
    const failed = { status: 'FAILED', attempt: 1, text: 'half a re', error: { code: 'GENERATION_FAILED' } }
    expect(await fixture.read(id)).toEqual(failed)
    expect(folded(await watch(fixture.ada, id))).toBe('half a re')
    expect(await logOf(fixture.ada, roomId)).toEqual([])
    expect(await tokensOf(fixture.ada)).toBe(2 + 3)
  })

  it.each([
    ['without text', [started], { attempt: 1, text: 'half a re' }],
    ['with text', [started, { ...half, delta: 'anot' }], { attempt: 2, text: 'anot' }],
  ])('ends INTERRUPTED when it is lost again %s, and has no third run', async (_name, second, kept) => {
    fixture.runs(losing([started, half]), losing(second), saying('a third reply'))
    const { id, roomId } = await fixture.say()
    await fixture.app.idle()
    expect(await fixture.read(id)).toEqual({ status: 'FAILED', ...kept, error: { code: 'INTERRUPTED' } })
    expect(fixture.tap.jobs).toHaveLength(2)
    expect(await logOf(fixture.ada, roomId)).toEqual([])
  })

  it('ends CANCELLED with its text when it is cancelled before its second run, which then never starts', async () => {
    fixture.runs(losing([started, half]))
    const { id } = await fixture.say()
    await fixture.until(id, waitsAgain)
    await cancel(fixture.ada, id)
    const submitted = fixture.tap.jobs.length
    await fixture.app.idle()
    expect(await fixture.read(id)).toEqual({ status: 'CANCELLED', attempt: 1, text: 'half a re', error: null })
    expect(fixture.tap.jobs).toHaveLength(submitted)
  })

  it('ends CANCELLED with the text of the first attempt when its second run has no text yet', async () => {
    fixture.runs(losing([started, half]), stall(started))
    const { id } = await fixture.say()
    await fixture.until(id, ({ status }) => status === 'RUNNING' && fixture.tap.jobs.length === 2)
    await cancel(fixture.ada, id)
    expect(await fixture.read(id)).toEqual({ status: 'CANCELLED', attempt: 1, text: 'half a re', error: null })
  })

  it('times out without a second run when its deadline has passed', async () => {
    const lose = new AbortController()
    fixture.runs(losing([started, half], lose.signal), saying('too late'))
    const { id } = await fixture.say()
    await fixture.until(id, ({ delta }) => delta !== '')
    fixture.late = 3_600_000
    lose.abort()
    await fixture.app.idle()
    expect(await fixture.read(id)).toEqual({
      status: 'FAILED',
      attempt: 1,
      text: 'half a re',
      error: { code: 'TIMED_OUT' },
    })
    expect(fixture.tap.jobs).toHaveLength(1)
  })

  it('is CANCELLED for its followers when its room is deleted before the second run', async () => {
    fixture.runs(losing([started, half]))
    const { id, roomId } = await fixture.say()
    const watching = watch(fixture.ada, id)
    await fixture.until(id, waitsAgain)
    await fixture.ada.rest('DELETE', `/api/officerooms/${roomId}`)
    expect((await watching).at(-1)).toMatchObject({ status: 'CANCELLED' })
    await fixture.app.idle()
    expect(await fixture.read(id)).toBeNull()
  })
})
