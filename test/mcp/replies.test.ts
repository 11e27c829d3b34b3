import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Client, Progress } from '@modelcontextprotocol/client'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { called, eras, failureOf, mcpClient, mcpKey } from '../support/mcp/mcp-client.js'
import { delta, failed, started, waiting } from '../support/replies/completion-fixture.js'
import { course, stall, TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?reply=Hello&delayMs=1' }, wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const statusOf = async (id: string) =>
  at(await ada.data('query ($id: ID!) { generation(id: $id) { status } }', { id }), 'generation', 'status')
const newest = async () => {
  const { myRooms } = (await ada.data(
    '{ myRooms(first: 1, orderBy: NEWEST) { nodes { generations(first: 1) { nodes { id } } } } }',
  )) as { myRooms: { nodes: { generations: { nodes: { id: string }[] } }[] } }
  return myRooms.nodes[0]?.generations.nodes[0]?.id ?? ''
}
const jobs = (count: number) => until('the model has the job', () => tap.jobs.length === count)

describe.each(eras)('a reply for a client of %s', (era) => {
  let client: Client
  beforeAll(async () => {
    client = await mcpClient(app.url, (await mcpKey(ada)).text, { era })
  })
  afterAll(() => client.close())
  beforeEach(() => {
    tap.jobs.length = 0
    tap.signals.length = 0
  })

  it('goes on after the time to wait, and is read later', async () => {
    tap.next = stall(started, delta(0, 'Once upon'))
    const first = await called(client, 'send_message', { text: 'Tell me', waitSeconds: 1 })
    const { replyId, roomId } = first
    expect(first).toMatchObject({ status: 'RUNNING', text: 'Once upon', messageIndex: null })
    expect(first['note']).toBe(
      `The reply goes on. Call read_reply with replyId ${String(replyId)} to wait for its end and read it.`,
    )
    expect(await called(client, 'read_room', { roomId })).toMatchObject({ runningReplyId: replyId })
    expect(await failureOf(client, 'send_message', { text: 'And?', roomId })).toMatch(/^CONFLICT: /)
    const reading = called(client, 'read_reply', { replyId })
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: replyId })
    expect(await reading).toMatchObject({
      replyId,
      status: 'CANCELLED',
      text: 'Once upon',
      note: null,
      finishReason: 'CANCELLED',
    })
  })

  it('is not waited for with waitSeconds 0', async () => {
    tap.next = stall(started)
    const { replyId, status } = await called(client, 'send_message', { text: 'Later', waitSeconds: 0 })
    expect(['QUEUED', 'RUNNING']).toContain(status)
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: replyId })
  })

  it('is reported while it waits and grows, to a client that asks', async () => {
    const seen: Progress[] = []
    tap.next = stall(waiting)
    const stop = new AbortController()
    const call = called(
      client,
      'send_message',
      { text: 'Slowly' },
      { onprogress: (progress) => void seen.push(progress), signal: stop.signal },
    )
    const ended = call.catch((error: unknown) => error)
    await until('a progress has arrived', () => seen.length > 0)
    expect(seen[0]).toEqual({ progress: 1, message: expect.stringMatching(/^The reply (?:waits|has 0 characters)/) })
    stop.abort()
    await ended
  })

  it('is stopped when the client cancels the call', async () => {
    tap.next = stall(started, delta(0, 'To be'))
    const stop = new AbortController()
    const call = called(client, 'send_message', { text: 'Speak' }, { signal: stop.signal }).catch(
      (error: unknown) => error,
    )
    await jobs(1)
    stop.abort()
    expect(await call).toBeInstanceOf(Error)
    await until('the model has stopped', () => tap.signals[0]?.aborted === true)
    const id = await newest()
    await until('the reply is stopped', async () => (await statusOf(id)) === 'CANCELLED')
  })

  it('goes on when the client cancels reading it', async () => {
    tap.next = stall(started, delta(0, 'To be'))
    const { replyId } = await called(client, 'send_message', { text: 'Speak', waitSeconds: 0 })
    await jobs(1)
    const stop = new AbortController()
    const call = called(client, 'read_reply', { replyId }, { signal: stop.signal }).catch((error: unknown) => error)
    stop.abort()
    await call
    expect(await called(client, 'read_reply', { replyId, waitSeconds: 1 })).toMatchObject({ status: 'RUNNING' })
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: replyId })
  })

  it('that fails is an error with its code, and says that the message was sent', async () => {
    tap.next = course(started, failed('generation_failed'))
    const failure = await failureOf(client, 'send_message', { text: 'Fail' })
    const id = await newest()
    expect(failure).toMatch(/^GENERATION_FAILED: .*\. The message was sent: read_reply has its reply, /)
    expect(failure).toContain(id)
    expect(await called(client, 'read_reply', { replyId: id })).toMatchObject({
      status: 'FAILED',
      error: { code: 'GENERATION_FAILED' },
    })
  })

  it('is no longer followed when the key is revoked', async () => {
    const { id, text } = await mcpKey(ada)
    const agent = await mcpClient(app.url, text, { era })
    tap.next = stall(started)
    const call = called(agent, 'send_message', { text: 'Wait' }).catch((error: unknown) => String(error))
    await jobs(1)
    await ada.data('mutation ($id: ID!) { revokeApiKey(id: $id) { revokedApiKeyId } }', { id })
    expect(await call).toMatch(/UNAUTHENTICATED: .*The message was sent/)
    const replyId = await newest()
    expect(await statusOf(replyId)).toBe('RUNNING')
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: replyId })
    await agent.close()
  })
})

it('of a client of 2025 goes on when its connection is lost, and stops for one of 2026', async () => {
  for (const [era, expected] of [
    ['2025', 'RUNNING'],
    ['2026', 'CANCELLED'],
  ] as const) {
    tap.jobs.length = 0
    const client = await mcpClient(app.url, (await mcpKey(ada)).text, { era })
    tap.next = stall(started)
    const call = called(client, 'send_message', { text: 'Wait' }).catch((error: unknown) => error)
    await jobs(1)
    const id = await newest()
    await client.close()
    await call
    if (expected === 'CANCELLED') await until('the reply is stopped', async () => (await statusOf(id)) === 'CANCELLED')
    else {
      const again = await mcpClient(app.url, (await mcpKey(ada)).text, { era })
      expect(await called(again, 'read_reply', { replyId: id, waitSeconds: 1 })).toMatchObject({ status: 'RUNNING' })
      await again.close()
    }
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id })
  }
})

it('goes on when the server stops, and the call says so', async () => {
  const stopping = await createTestApp({
    env: { LOCAL_MODEL: 'scripted:?reply=Hello&delayMs=1' },
    wrap: tap.wrap,
    drainMs: 0,
  })
  const person = await stopping.person('stopped')
  const client = await mcpClient(stopping.url, (await mcpKey(person)).text)
  tap.jobs.length = 0
  tap.next = stall(started, delta(0, 'Half'))
  const call = called(client, 'send_message', { text: 'Wait' })
  await jobs(1)
  const closing = stopping.close()
  expect(await call).toMatchObject({
    status: expect.stringMatching(/QUEUED|RUNNING/),
    note: expect.stringContaining('goes on'),
  })
  await closing
  await client.close().catch(() => undefined)
})
