import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at, type Person } from '../support/app/person.js'
import { RunFixture } from '../support/replies/run-fixture.js'
import { course } from '../support/replies/tapped-generator.js'

let fixture: RunFixture
let ada: Person
let roomId: string
beforeAll(async () => {
  fixture = await RunFixture.open()
  roomId = await fixture.room()
  ada = fixture.ada
  const text = { kind: 'delta', attempt: 1, offset: 0, delta: 'hello' } as const
  fixture.tap.always = course({ kind: 'started' }, text, { kind: 'end', outcome: 'completed' })
})
afterAll(() => fixture.app.close())

const update = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { timeZone } } }'
const set = async (timeZone: string | null) => {
  const { updateProfile } = await ada.data(update, { input: { timeZone } })
  return (updateProfile as { account: { timeZone: string | null } }).account.timeZone
}
const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } replayed } }'
const say = (input: object = {}) => ada.data(send, { input: { roomId, text: 'Hello', ...input } })
const again =
  'mutation ($roomId: ID!, $index: Int!, $timeZone: String) { regenerate(roomId: $roomId, index: $index, timeZone: $timeZone) { generation { id } } }'
const lastZone = async () => {
  await fixture.app.idle()
  return fixture.tap.lastJob.timeZone
}
const unknown = ['Mars/Olympus', '+09:00', '', 'Europe', 'x'.repeat(65)]

describe('the time zone of a prompt', () => {
  it('is that of the worker, when neither the message nor the account has one', async () => {
    await say()
    expect(await lastZone()).toBeUndefined()
  })

  it('is that of the message, in any case, before that of the account', async () => {
    expect(await set('asia/seoul')).toBe('Asia/Seoul')
    await say()
    expect(await lastZone()).toBe('Asia/Seoul')
    await say({ timeZone: 'EUROPE/berlin' })
    expect(await lastZone()).toBe('Europe/Berlin')
    await say({ timeZone: null })
    expect(await lastZone()).toBe('Asia/Seoul')
    expect(await set(null)).toBeNull()
    await say()
    expect(await lastZone()).toBeUndefined()
  })

  it('of another reply is that of its request, else of the account', async () => {
    const index = await ada.data('query ($id: ID!) { room(id: $id) { entries(last: 1) { nodes { index } } } }', {
      id: roomId,
    })
    const last = (index as { room: { entries: { nodes: { index: number }[] } } }).room.entries.nodes[0]?.index
    await ada.data(again, { roomId, index: last, timeZone: 'america/new_york' })
    expect(await lastZone()).toBe('America/New_York')
    const path = `/api/rooms/${roomId}/logs/${String(last)}/regenerate`
    expect((await ada.rest('POST', path, { timeZone: 'Asia/Tokyo' })).status).toBe(202)
    expect(await lastZone()).toBe('Asia/Tokyo')
    await set('Asia/Kolkata')
    await ada.data(again, { roomId, index: last })
    expect(await lastZone()).toBe('Asia/Kolkata')
    await set(null)
  })

  it('does not make a retry another message', async () => {
    const first = await say({ idempotencyKey: 'zone', timeZone: 'Asia/Seoul' })
    await fixture.app.idle()
    const retry = await say({ idempotencyKey: 'zone', timeZone: 'Europe/Berlin' })
    expect([at(retry, 'sendMessage', 'generation', 'id'), retry]).toMatchObject([
      at(first, 'sendMessage', 'generation', 'id'),
      { sendMessage: { replayed: true } },
    ])
  })

  it('is read by REST, of messages and of the account', async () => {
    const sent = await ada.rest('POST', '/generations', { room_id: roomId, text: 'Hello', time_zone: 'asia/tokyo' })
    expect(sent.status).toBe(202)
    expect(await lastZone()).toBe('Asia/Tokyo')
    const profile = await ada.rest('PUT', '/api/users/profile', { time_zone: 'asia/tokyo' })
    expect([profile.status, profile.body]).toMatchObject([200, { timeZone: 'Asia/Tokyo' }])
    expect((await ada.rest('PUT', '/api/users/profile', { timeZone: null })).body).toMatchObject({
      timeZone: 'Asia/Tokyo',
    })
    expect(await set(null)).toBeNull()
    expect((await ada.rest('GET', '/api/users/profile')).body).toMatchObject({ timeZone: null })
  })

  it.each(unknown)('may not be %j', async (timeZone) => {
    const fault = (path: string[]) => [{ path, rule: timeZone.length > 64 ? 'max_length' : 'format' }]
    const refusal = (path: string[]) => [{ extensions: { code: 'BAD_USER_INPUT', fields: fault(path) } }]
    expect((await ada.graphql(update, { input: { timeZone } })).errors).toMatchObject(refusal(['input', 'timeZone']))
    const input = { roomId, text: 'Hello', timeZone }
    expect((await ada.graphql(send, { input })).errors).toMatchObject(refusal(['input', 'timeZone']))
    expect((await ada.graphql(again, { roomId, index: 1, timeZone })).errors).toMatchObject(refusal(['timeZone']))
    for (const [method, path, body] of [
      ['POST', '/generations', { room_id: roomId, text: 'Hello' }],
      ['PUT', '/api/users/profile', {}],
    ] as const) {
      const { status, body: answer } = await ada.rest(method, path, { ...body, timeZone })
      expect([status, answer]).toMatchObject([
        422,
        { detail: [{ location: ['body', expect.stringMatching(/^time/)] }] },
      ])
    }
  })
})
