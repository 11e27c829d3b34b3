import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { everyRow } from '@parley/statements'
import { LogRoomTable } from '@parley/chat-log-store/embedded'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { saying } from '../support/rooms/log-fixture.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'

const send = `mutation ($input: SendMessageInput!) {
  sendMessage(input: $input) { generation { id } replayed }
}`
const regenerate = `mutation ($roomId: ID!, $text: String) {
  regenerate(roomId: $roomId, index: 1, inputData: $text) { generation { id } }
}`

/** 1,024 tokens, of which a reply has 64. */
const folder = mkdtempSync(join(tmpdir(), 'parley-unfit-'))
const policy = join(folder, 'policy.json')
const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  writeFileSync(policy, '{"BASIC":{"contextTokens":1024}}')
  app = await createTestApp({ env: { MEMBERSHIP_POLICY_FILE: policy, HOSTED_API_KEY: 'k' }, wrap: tap.wrap })
  tap.always = saying('Aye.')
  ada = await app.person('ada')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const words = (count: number) => 'words '.repeat(count)
const refusedBy = async (roomId: string, input: object) => {
  const { errors } = await ada.graphql(send, { input: { roomId, ...input } })
  return errors.map(({ extensions }) => extensions)
}
const generationsOf = async (roomId: string) => {
  const { room } = await ada.data('query ($id: ID!) { room(id: $id) { generations { nodes { status } } } }', {
    id: roomId,
  })
  return room
}

describe('a message that the context of its model cannot hold', () => {
  it('is refused with its length, and nothing is stored', async () => {
    const roomId = await ada.room()
    expect(await refusedBy(roomId, { text: words(1_000) })).toEqual([
      {
        code: 'BAD_USER_INPUT',
        fields: [
          {
            path: ['input', 'text'],
            rule: 'max_length',
            limit: 4_800,
            message: 'The context of the model has room for about 4,800 characters of this message',
          },
        ],
      },
    ])
    expect(await generationsOf(roomId)).toEqual({ generations: { nodes: [] } })
    expect(await refusedBy(roomId, { text: words(700) })).toEqual([])
    await app.idle()
  })

  it('is refused as the first one of a room, before anything is stored', async () => {
    const startRoom = 'mutation ($input: StartRoomInput!) { startRoom(input: $input) { room { id } } }'
    const { errors } = await ada.graphql(startRoom, { input: { text: words(1_000) } })
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: [{ path: ['input', 'text'], rule: 'max_length', limit: 4_800 }] },
    ])
    const stored = await app.app.database.read((db) =>
      Promise.all([db.count(LogRoomTable, { userId: ada.id }), db.count(PurgeTable, everyRow)]),
    )
    expect(stored).toEqual([1, 0])
  })

  it.each([
    ['letters of an alphabet', 'é', 4_800],
    ['Hangul', '가', 1_920],
    ['pictures', '🚀', 1_920],
    ['white space, which costs nothing', `x${' '.repeat(99)}`, undefined],
  ])('is measured by its script: %s', async (_name, character, limit) => {
    const roomId = await ada.room()
    const refusals = await refusedBy(roomId, { text: character.repeat(5_000).slice(0, 31_000) })
    expect(refusals).toMatchObject(limit === undefined ? [] : [{ fields: [{ limit }] }])
    await app.idle()
  })

  it('is measured as its worker does it where that estimates: four bytes of a hosted model are a token', async () => {
    const roomId = await ada.room()
    const model = 'hosted4.1'
    expect(await refusedBy(roomId, { text: 'x'.repeat(3_841), model })).toMatchObject([{ fields: [{ limit: 3_837 }] }])
    expect(await refusedBy(roomId, { text: 'x'.repeat(3_840), model })).toEqual([])
    await app.idle()
  })

  it('is 422 over REST', async () => {
    const roomId = await ada.room()
    const { status, body } = await ada.rest('POST', '/generations', { room_id: roomId, text: words(1_000) })
    expect([status, body]).toMatchObject([422, { detail: [{ location: ['body', 'text'], type: 'string_too_long' }] }])
  })

  it('is refused as a new wording of an entry too, which stays as it is', async () => {
    const roomId = await ada.room()
    await ada.data(send, { input: { roomId, text: 'short' } })
    await app.idle()
    const { errors } = await ada.graphql(regenerate, { roomId, text: words(1_000) })
    expect(errors[0]?.extensions).toMatchObject({ fields: [{ path: ['inputData'], limit: 4_800 }] })
    const { room } = await ada.data(
      'query ($id: ID!) { room(id: $id) { entries { nodes { inputData alternativeCount } } } }',
      { id: roomId },
    )
    expect(room).toEqual({ entries: { nodes: [{ inputData: 'short', alternativeCount: 1 }] } })
  })
})
