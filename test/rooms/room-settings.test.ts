import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { saying } from '../support/rooms/log-fixture.js'
import { regenerate } from '../support/rooms/log-queries.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
const policy = join(folder, 'policy.json')
writeFileSync(policy, JSON.stringify({ BASIC: { models: ['Local', 'mine', 'hosted4.1'] } }))

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  const hosted = { model: 'm', baseUrl: 'https://models.example/v1', apiKeyEnv: 'MINE_API_KEY' }
  const env = {
    MINE_API_KEY: 'k',
    HOSTED_MODELS: JSON.stringify({ mine: hosted, costly: hosted }),
    MEMBERSHIP_POLICY_FILE: policy,
    RATE_LIMITS: JSON.stringify({ guestEntry: { perAddress: 3 }, register: { perAddress: false } }),
  }
  app = await createTestApp({ env, wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const fields = `id name proposedTitle instructions model archivedAt updatedAt
  sampling { maxTokens temperature topP frequencyPenalty presencePenalty }`
const updateRoom = `mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { ${fields} } } }`
const roomQuery = `query ($id: ID!) { room(id: $id) { ${fields} } }`
const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } replayed } }'

const change = async (id: string, input: object, by = ada) => (await by.data(updateRoom, { id, input }))['updateRoom']
const read = async (id: string) => (await ada.data(roomQuery, { id }))['room']

/** Sends a message and waits for its reply; returns the job of the worker. */
async function replied(roomId: string, more: object = {}): Promise<ReplyJob> {
  tap.next = saying('A reply.')
  await ada.data(send, { input: { roomId, text: 'Hello there', ...more } })
  await app.idle()
  return tap.lastJob
}

describe('updateRoom', () => {
  it('changes the given settings, keeps absent ones, and clears those that are null', async () => {
    const id = await ada.room()
    const sampling = { maxTokens: 50, temperature: 0 }
    const settings = { name: 'Deck', instructions: 'Answer in French.', model: 'mine', sampling }
    const unset = { topP: null, frequencyPenalty: null, presencePenalty: null }
    const whole = { ...settings, sampling: { ...sampling, ...unset } }
    expect(await change(id, settings)).toMatchObject({ room: { id, ...whole, archivedAt: null } })
    expect(await change(id, { name: 'Bridge' })).toMatchObject({ room: { ...whole, name: 'Bridge' } })
    expect(await change(id, {})).toMatchObject({ room: { ...whole, name: 'Bridge' } })
    expect(await change(id, { sampling: { topP: 0.5 } })).toMatchObject({
      room: { sampling: { maxTokens: null, topP: 0.5 } },
    })
    await change(id, { name: null, instructions: '', model: null, sampling: {} })
    expect(await read(id)).toMatchObject({ name: null, instructions: null, model: null, sampling: null })
  })

  it('does not change `updatedAt`, which is that of the log', async () => {
    const id = await ada.room()
    const before = await read(id)
    expect(await change(id, { name: 'Deck', archived: true })).toMatchObject({
      room: { updatedAt: at(before, 'updatedAt') },
    })
  })

  it('a blank name is none, and a name that stays null leaves the proposed title', async () => {
    const id = await ada.room()
    await ada.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { roomId } }', {
      input: { roomId: id, inputData: 'Where are we?', outputData: 'At sea' },
    })
    const title = async () =>
      at(await ada.data('query ($id: ID!) { room(id: $id) { proposedTitle } }', { id }), 'room', 'proposedTitle')
    expect(await title()).toBe('Where are we?')
    for (const name of [null, '', '   ']) expect(await change(id, { name })).toMatchObject({ room: { name: null } })
    expect(await title()).toBe('Where are we?')
  })

  it('finds the room for its owner and administrators, by UUID and number; for others it looks missing', async () => {
    const id = await ada.room()
    const [eve, admin] = [await app.person('eve'), await app.admin()]
    const { room } = await ada.data('query ($id: ID!) { room(id: $id) { recordId } }', { id })
    expect(await change(at(room, 'recordId'), { name: 'Deck' })).toMatchObject({ room: { id } })
    expect(await change(id, { name: 'Bridge' }, admin)).toMatchObject({ room: { id } })
    const attempt = async (by: Person, roomId: string) =>
      (await by.graphql(updateRoom, { id: roomId, input: {} })).errors
    for (const by of [eve, app.stranger()]) {
      expect(await attempt(by, id)).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
      expect(await attempt(by, id)).toEqual(await attempt(by, randomUUID()))
    }
    expect(await read(id)).toMatchObject({ name: 'Bridge' })
  })

  it.each<[object, string[]]>([
    [{ name: 'x'.repeat(201) }, ['input', 'name']],
    [{ name: 'two\nlines' }, ['input', 'name']],
    [{ instructions: 'x'.repeat(8_001) }, ['input', 'instructions']],
    [{ model: 'hosted9' }, ['input', 'model']],
    [{ model: 'hosted4.1' }, ['input', 'model']],
    [{ sampling: { maxTokens: 0 } }, ['input', 'sampling', 'maxTokens']],
    [{ sampling: { temperature: 2.1 } }, ['input', 'sampling', 'temperature']],
    [{ sampling: { topP: -0.1 } }, ['input', 'sampling', 'topP']],
    [{ sampling: { presencePenalty: 3 } }, ['input', 'sampling', 'presencePenalty']],
  ])('refuses %j at its place, and changes nothing', async (input, path) => {
    const id = await ada.room()
    const { errors } = await ada.graphql(updateRoom, { id, input: { archived: true, ...input } })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ path }] } }])
    expect(await read(id)).toMatchObject({ name: null, instructions: null, model: null, archivedAt: null })
  })

  it('refuses a model that the membership does not include', async () => {
    expect(await ada.codes(updateRoom, { id: await ada.room(), input: { model: 'costly' } })).toEqual(['FORBIDDEN'])
  })

  it('changes a room without an owner for every caller that knows its UUID, as often as guests may write', async () => {
    const guest = app.stranger()
    const made = await guest.data('mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }')
    const id = at(made, 'createOfficeRoom', 'room', 'id')
    for (const name of ['a', 'b', 'c']) expect(await change(id, { name }, guest)).toMatchObject({ room: { name } })
    expect(await guest.codes(updateRoom, { id, input: { name: 'd' } })).toEqual(['RATE_LIMITED'])
    expect(await change(id, { name: 'e' })).toMatchObject({ room: { name: 'e' } })
  })

  it('keeps both of two changes of different settings that are sent at once', async () => {
    const id = await ada.room()
    await Promise.all([change(id, { name: 'Deck' }), change(id, { instructions: 'Be brief.' })])
    expect(await read(id)).toMatchObject({ name: 'Deck', instructions: 'Be brief.' })
  })
})

describe('a reply', () => {
  const sampling = { maxTokens: 50, temperature: 0.2 }
  const settings = { instructions: 'Answer in French.', model: 'mine', sampling }
  const set = { roomInstructions: 'Answer in French.', model: 'mine', sampling }

  it.each(['chat', 'office'] as const)('uses the settings of its room, also when regenerated: %s', async (kind) => {
    const id = await ada.room(kind)
    await change(id, settings)
    expect(await replied(id)).toMatchObject(set)
    tap.next = saying('Another reply.')
    await ada.data(regenerate, { roomId: id, index: 1 })
    await app.idle()
    expect(tap.lastJob).toMatchObject(set)
    await change(id, { instructions: null, model: null, sampling: null })
    expect(JSON.stringify(await replied(id))).not.toMatch(/instructions|sampling|mine/i)
  })

  it.each([
    ['chat', 'Grace'],
    ['office', '{{char}}'],
  ] as const)('has names for placeholders in the instructions, which are kept as sent: %s', async (kind, char) => {
    const instructions = 'You are {{char}}. Call me {{User}}.'
    const id = await ada.room(kind)
    expect(await change(id, { instructions })).toMatchObject({ room: { instructions } })
    expect((await replied(id)).roomInstructions).toBe(`You are ${char}. Call me ${ada.username}.`)
  })

  it('has nothing of settings in a room without any', async () => {
    expect(Object.keys(JSON.parse(JSON.stringify(await replied(await ada.room()))) as object).sort()).toEqual(
      (
        'askedAt caller deadline hasEarlierTurns history historyCuts id interruptions kind message messageLimit model outlivesReader ' +
        'priority readsSearch readsThoughts replyTokens searchAccess'
      ).split(' '),
    )
  })

  it('uses them when it runs again after a crash', async () => {
    const id = await ada.room()
    await change(id, settings)
    await replied(id)
    const crashed = { status: 'RUNNING', text: 'half', entryIndex: null, finishedAt: null, sealedAt: null } as const
    await app.app.database.write((db) => db.update(GenerationTable, { roomId: id }, { ...crashed, leaseUntil: 0 }))
    tap.next = saying('Once more.')
    const jobs = tap.jobs.length
    await app.app.product.recovery.run({ all: false })
    await app.idle()
    expect(tap.jobs.slice(jobs)).toMatchObject([set])
  })

  it('is of the model of its request; else of the room; else, or if that is no longer offered, of `Local`', async () => {
    const id = await ada.room()
    expect(await replied(id)).toMatchObject({ model: 'Local' })
    await change(id, { model: 'mine' })
    expect(await replied(id, { model: 'Local' })).toMatchObject({ model: 'Local' })
    expect(await replied(id, { model: null })).toMatchObject({ model: 'mine' })
    await app.app.database.write((db) => db.update(RoomTable, { roomId: id }, { model: 'removed' }))
    expect(await replied(id)).toMatchObject({ model: 'Local' })
    expect(await read(id)).toMatchObject({ model: 'removed' })
    expect(await ada.codes(send, { input: { roomId: id, text: 'a', model: 'removed' } })).toEqual(['BAD_USER_INPUT'])
  })

  it('is of `Local` while its sender may not use the model of the room, or the operator has not configured it', async () => {
    const id = await ada.room()
    for (const model of ['costly', 'hosted4.1']) {
      await app.app.database.write((db) => db.update(RoomTable, { roomId: id }, { model }))
      expect(await replied(id)).toMatchObject({ model: 'Local' })
      tap.next = saying('Another reply.')
      await ada.data(regenerate, { roomId: id, index: 1 })
      await app.idle()
      expect(tap.lastJob).toMatchObject({ model: 'Local' })
    }
  })

  it('is the same for a retry after the model of the room was changed', async () => {
    const id = await ada.room()
    const input = { roomId: id, text: 'Hello', idempotencyKey: randomUUID() }
    tap.next = saying('A reply.')
    const first = await ada.data(send, { input })
    await app.idle()
    await change(id, { model: 'mine' })
    const again = { sendMessage: { ...(first['sendMessage'] as object), replayed: true } }
    expect(await ada.data(send, { input })).toEqual(again)
    expect(await ada.data(send, { input: { ...input, model: 'Local' } })).toEqual(again)
  })
})

describe('a room over REST', () => {
  it('is listed, read and changed with its settings, whatever its kind', async () => {
    const bob = await app.person('bob')
    const [chat, office] = [await bob.room('chat'), await bob.room()]
    const penalties = { frequency_penalty: null, presence_penalty: null }
    const sampling = { max_tokens: 9, temperature: null, top_p: null, ...penalties }
    const body = {
      roomName: 'Deck',
      instructions: 'Be brief.',
      model: 'mine',
      sampling: { max_tokens: 9 },
      archived: 1,
    }
    const settings = { room_name: 'Deck', instructions: 'Be brief.', model: 'mine', sampling, archived: true }
    const put = await bob.rest('PUT', `/api/rooms/${chat}`, body)
    expect([put.status, put.body]).toMatchObject([
      200,
      { room_id: chat, kind: 'character', room_type: null, ...settings },
    ])
    expect((await bob.rest('GET', `/api/rooms/${chat}`)).text).toBe(put.text)
    const kept = await bob.rest('PUT', `/api/rooms/${chat}`, { sampling: null })
    expect(kept.body).toEqual({ ...(put.body as object), sampling: null })
    const ids = async (query: string) =>
      ((await bob.rest('GET', `/api/rooms${query}`)).body as { room_id: string }[]).map(({ room_id: id }) => id)
    // a key of another spelling clears nothing
    const misspelt = await bob.rest('PUT', `/api/rooms/${chat}`, { sampling: { maxTokens: 5 } })
    expect([misspelt.status, misspelt.body]).toMatchObject([422, { detail: [{ location: ['body', 'sampling'] }] }])
    expect(await ids('')).toEqual([office])
    expect(await ids('?archived=true')).toEqual([chat])
    expect(await ids('?archived=all&kind=character')).toEqual([chat])
    expect(await ids('?archived=all')).toEqual([office, chat])
    const first = await bob.rest('GET', '/api/rooms?archived=all&order=last_changed&limit=1')
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(await ids(`?archived=all&order=last_changed&limit=1&cursor=${cursor}`)).toHaveLength(1)
    expect((await bob.rest('GET', `/api/rooms?cursor=${cursor}`)).status).toBe(422)
  })

  it('looks missing to another account, needs the token of its owner, and reports faults at their place', async () => {
    const id = await ada.room()
    const eve = await app.person('eve')
    for (const [method, body] of [['GET'], ['PUT', {}]] as const) {
      const foreign = await eve.rest(method, `/api/rooms/${id}`, body)
      expect([foreign.status, foreign.text]).toEqual([
        404,
        (await eve.rest(method, `/api/rooms/${randomUUID()}`, body)).text,
      ])
      expect((await app.stranger().rest(method, `/api/rooms/${id}`, body)).status).toBe(401)
    }
    expect((await app.stranger().rest('GET', '/api/rooms')).status).toBe(401)
    const faulty = { roomName: 'x'.repeat(201), model: 'hosted9', sampling: { top_p: 2 } }
    const { status, body } = await ada.rest('PUT', `/api/rooms/${id}`, faulty)
    expect([status, body]).toMatchObject([
      422,
      { detail: [{ location: ['body', 'roomName'] }, { location: ['body', 'sampling', 'top_p'] }] },
    ])
    const unknown = await ada.rest('PUT', `/api/rooms/${id}`, { model: 'hosted9' })
    expect([unknown.status, unknown.body]).toMatchObject([422, { detail: [{ location: ['body', 'model'] }] }])
    expect((await ada.rest('PUT', `/api/rooms/${id}`, { model: 'costly' })).status).toBe(403)
    expect((await ada.rest('GET', '/api/rooms?order=oldest')).status).toBe(422)
  })
})
