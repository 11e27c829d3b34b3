import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { createTestDatabase, onServer, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { testRedis } from '../support/instances/redis.js'
import { stopPolling } from '../support/instances/stop-polling.js'
import { course, TappedGenerator } from '../support/replies/tapped-generator.js'
import { Device, freshSnapshot } from '../support/rooms/room-device.js'

const redis = testRedis()
const database = redis === undefined ? undefined : await createTestDatabase()
const env = { JWT_SECRET: 's'.repeat(64), REDIS_URL: redis ?? '' }
const answer = { kind: 'delta', attempt: 1, offset: 0, delta: 'Aye.' } as const
const end = { kind: 'end', outcome: 'completed' } as const

const updateCharacter =
  'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { __typename } }'
const updateBook =
  'mutation ($id: ID!, $input: UpdateLorebookInput!) { updateLorebook(id: $id, input: $input) { __typename } }'
const attach = 'mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { __typename } }'
const renamePersona =
  'mutation ($id: ID!, $name: String!) { updatePersona(id: $id, input: { name: $name }) { __typename } }'
const deletePersona = 'mutation ($id: ID!) { deletePersona(id: $id) { __typename } }'
const setOfRoom =
  'mutation ($roomId: ID!, $personaId: ID) { setRoomPersona(roomId: $roomId, personaId: $personaId) { __typename } }'
const saveEntry = `mutation ($roomId: ID!) {
  saveLogEntry(input: { roomId: $roomId, inputData: "a", outputData: "b" }) { entry { index } } }`
const readRoom = `query ($id: ID!) { room(id: $id) { persona { name } ... on ChatRoom { greeting }
  entries(first: 100) { nodes { inputData sender { personaId personaName } } } } }`

interface SeenRoom {
  readonly persona: { readonly name: string } | null
  readonly greeting: string | null
  readonly entries: { readonly nodes: readonly { readonly sender: object | null }[] }
}

// needs `.ci/postgres.sh .ci/redis.sh`: only PostgreSQL can be shared
;(database ? describe : describe.skip)('characters on two instances', () => {
  const databaseUrl = database?.url
  const tap = new TappedGenerator()
  let here: TestApp
  let there: TestApp
  let ada: Person
  /** The same account at the other instance. */
  let far: Person
  let restorePolling: () => void
  beforeAll(async () => {
    restorePolling = stopPolling()
    here = await createTestApp({ databaseUrl, env, wrap: tap.wrap })
    there = await createTestApp({ databaseUrl, env, wrap: tap.wrap })
    tap.always = course({ kind: 'started' }, answer, end)
    ada = await here.person('ada')
    far = ada.movedTo(there.url)
  })
  afterAll(async () => {
    restorePolling()
    await there.close()
    await here.close()
    await database?.drop()
  })

  const character = async (input: object) =>
    at(
      await ada.data('mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }', {
        input: { name: 'Mira', ...input },
      }),
      ...['createCharacter', 'character', 'id'],
    )
  const roomWith = async (characterId: string, by = ada) =>
    at(
      await by.data('mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }', {
        id: characterId,
      }),
      ...['createChatRoom', 'room', 'id'],
    )
  const persona = async (name: string) =>
    at(
      await ada.data('mutation ($name: String!) { createPersona(input: { name: $name }) { persona { id } } }', {
        name,
      }),
      ...['createPersona', 'persona', 'id'],
    )
  const book = async (content: string) =>
    at(
      await ada.data('mutation ($book: String!) { importLorebook(input: { book: $book }) { lorebook { id } } }', {
        book: JSON.stringify({ entries: [{ keys: ['ship'], content }] }),
      }),
      ...['importLorebook', 'lorebook', 'id'],
    )
  /** The job of a message that is sent and answered on the other instance. */
  const saidThere = async (roomId: string, text = 'The ship?') => {
    const id = await far.say(roomId, text)
    await watch(far, id)
    return { id, job: tap.lastJob }
  }
  const seen = async (id: string, by = far) => (await by.data(readRoom, { id }))['room'] as SeenRoom

  it('an edit of a character on one is in the next prompt, the greeting, the lists and a followed room on the other', async () => {
    const id = await character({ greeting: 'Old', context: 'Old' })
    const [begun, waiting] = [await roomWith(id), await roomWith(id)]
    expect((await saidThere(begun)).job.character).toMatchObject({ greeting: 'Old', context: 'Old' })
    const device = await Device.follow(far, waiting)
    await ada.data(updateCharacter, { id, input: { name: 'Vega', greeting: 'New', context: 'New' } })
    await device.untilSame(await freshSnapshot(ada, waiting))
    await device.close()
    expect((await saidThere(begun)).job.character).toMatchObject({ name: 'Vega', greeting: 'Old', context: 'New' })
    expect((await seen(waiting)).greeting).toBe('New')
    const list = await far.data('{ myCharacters(first: 1, orderBy: NEWEST) { nodes { name } } }')
    expect(list).toEqual({ myCharacters: { nodes: [{ name: 'Vega' }] } })
  })

  it('an edit of a lorebook on one is in the next prompt, the preview and the lists on the other', async () => {
    const roomId = await roomWith(await character({}))
    const id = await book('Old')
    await ada.data(attach, { input: { lorebookId: id, roomId } })
    const loreOf = async () => (await saidThere(roomId)).job.lore?.map(({ text }) => text)
    expect(await loreOf()).toEqual(['Old'])
    await ada.data(updateBook, { id, input: { name: 'Sea', entries: [{ id: '1', content: 'New' }] } })
    expect(await loreOf()).toEqual(['New'])
    const read = `query ($id: ID!) { lorebook(id: $id) { name entries(first: 1) { nodes { content } } }
      previewLorebook(id: $id, text: "ship") { entry { content } } myLorebooks(first: 1) { nodes { name } } }`
    expect(await far.data(read, { id })).toEqual({
      lorebook: { name: 'Sea', entries: { nodes: [{ content: 'New' }] } },
      previewLorebook: [{ entry: { content: 'New' } }],
      myLorebooks: { nodes: [{ name: 'Sea' }] },
    })
    await ada.data('mutation ($id: ID!) { deleteLorebook(id: $id) { __typename } }', { id })
    expect(await loreOf()).toBeUndefined()
  })

  it('a change of a persona on one is in the next prompt, the greeting and a followed room on the other', async () => {
    const roomId = await roomWith(await character({ greeting: 'Hello {{user}}' }))
    const id = await persona('Nova')
    await ada.data(setOfRoom, { roomId, personaId: id })
    const device = await Device.follow(far, roomId)
    expect((await seen(roomId)).greeting).toBe('Hello Nova')
    await ada.data(renamePersona, { id, name: 'Vega' })
    await device.until(() => JSON.stringify(device.state).includes('Hello Vega'))
    const { job } = await saidThere(roomId)
    expect([job.persona?.name, job.character?.greeting]).toEqual(['Vega', 'Hello Vega'])
    await ada.data(deletePersona, { id })
    await device.until(() => device.state?.room !== undefined && !JSON.stringify(device.state.room).includes('"Vega"'))
    await device.untilSame(await freshSnapshot(ada, roomId))
    await device.close()
    expect((await saidThere(roomId)).job.persona).toBeUndefined()
    expect((await seen(roomId)).entries.nodes.map(({ sender }) => sender)).toEqual([
      { personaId: id, personaName: 'Vega' },
      { personaId: null, personaName: null },
    ])
  })

  it('a card that is imported on both at the same time is one character with a key, and two whole ones without', async () => {
    const data = {
      name: 'Twin',
      first_mes: 'Ahoy',
      character_book: { entries: [{ keys: ['ship'], content: 'Lore' }] },
    }
    const card = JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data })
    const document = 'mutation ($input: ImportCharacterInput!) { importCharacter(input: $input) { character { id } } }'
    const both = async (more: object) => {
      const made = [ada, far, ada, far].map((by) => by.data(document, { input: { card, ...more } }))
      return (await Promise.all(made)).map((one) => at(one, 'importCharacter', 'character', 'id'))
    }
    const [once] = [...new Set(await both({ idempotencyKey: 'twins' }))]
    const separate = await both({})
    expect(new Set([once, ...separate]).size).toBe(5)
    const booksOf = 'query ($id: ID!) { myLorebooks(characterId: $id) { nodes { entryCount } } }'
    for (const id of [once, ...separate])
      expect(await far.data(booksOf, { id })).toEqual({ myLorebooks: { nodes: [{ entryCount: 1 }] } })
    const stored = await onServer(databaseUrl ?? '', `SELECT count(*)::int AS n FROM characters WHERE name = 'Twin'`)
    expect(stored).toEqual([{ n: 5 }])
  })

  it('a lorebook that is attached on one while the other replies joins the next prompt', async () => {
    const roomId = await roomWith(await character({}))
    const lorebookId = await book('Attached')
    let attached: Promise<unknown> | undefined
    tap.next = async function* () {
      yield { kind: 'started' }
      await (attached = ada.data(attach, { input: { lorebookId, roomId } }))
      yield answer
      yield end
    }
    expect((await saidThere(roomId)).job.lore).toBeUndefined()
    await attached
    expect((await saidThere(roomId)).job.lore?.map(({ text }) => text)).toEqual(['Attached'])
  })

  it('the greeting is kept once by two first messages on both, while the author changes it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await character({ greeting: 'First {{user}}' })
      const roomId = await roomWith(id)
      await Promise.all([
        ada.data(saveEntry, { roomId }),
        far.data(saveEntry, { roomId }),
        ada.data(updateCharacter, { id, input: { greeting: 'Second {{user}}' } }),
      ])
      const kept = (await seen(roomId)).greeting
      expect([`First ${ada.username}`, `Second ${ada.username}`]).toContain(kept)
      await ada.data(updateCharacter, { id, input: { greeting: 'Third' } })
      expect([(await seen(roomId)).greeting, (await seen(roomId, ada)).greeting]).toEqual([kept, kept])
      expect((await saidThere(roomId)).job.character?.greeting).toBe(kept)
    }
  })

  it('a persona that is deleted on one while the other accepts a message is kept by name with it, or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const roomId = await roomWith(await character({}))
      const id = await persona('Nova')
      await ada.data(setOfRoom, { roomId, personaId: id })
      await Promise.all([saidThere(roomId), ada.data(deletePersona, { id })])
      const { persona: left, entries } = await seen(roomId)
      expect(left).toBeNull()
      expect([
        { personaId: id, personaName: 'Nova' },
        { personaId: null, personaName: null },
      ]).toContainEqual(entries.nodes[0]?.sender)
    }
  })

  it.each<[what: string, send: (roomId: string) => Promise<unknown>]>([
    ['sendMessage', (roomId) => far.say(roomId)],
    ['POST /generations', (roomId) => far.rest('POST', '/generations', { room_id: roomId, text: 'Hello' })],
  ])(
    'a message of %s is of the persona that the room has when it is stored, with the greeting',
    async (_what, send) => {
      const roomId = await roomWith(await character({ greeting: 'Hello {{user}}' }))
      const [nova, vega] = [await persona('Nova'), await persona('Vega')]
      await ada.data(setOfRoom, { roomId, personaId: nova })
      const holder = new pg.Client({ connectionString: databaseUrl })
      await holder.connect()
      try {
        await holder.query('BEGIN')
        await holder.query(`SELECT id FROM users WHERE id = ${ada.id} FOR UPDATE`)
        const sent = send(roomId)
        const blocked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        await until('the message waits', async () => (await onServer(databaseUrl ?? '', blocked)).length > 0)
        await holder.query(`UPDATE rooms SET persona_id = ${vega} WHERE room_id = '${roomId}'`)
        await holder.query(`DELETE FROM personas WHERE id = ${nova}`)
        await holder.query('COMMIT')
        await sent
      } finally {
        await holder.end()
      }
      await there.idle()
      const { greeting, entries } = await seen(roomId)
      expect([greeting, entries.nodes[0]?.sender]).toEqual(['Hello Vega', { personaId: vega, personaName: 'Vega' }])
      expect(tap.lastJob.persona?.name).toBe('Vega')
    },
  )

  it('the lorebooks of a room are listed while a change holds the room', async () => {
    const roomId = await roomWith(await character({}))
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query(`SELECT id FROM rooms WHERE room_id = '${roomId}' FOR UPDATE`)
      const list = 'query ($roomId: ID!) { myLorebooks(roomId: $roomId) { nodes { id } } }'
      expect(await far.data(list, { roomId })).toEqual({ myLorebooks: { nodes: [] } })
    } finally {
      await holder.end()
    }
  })

  it('likes and talks are exact after changes on both at the same time', async () => {
    const id = await character({ name: 'Popular' })
    const fans = await Promise.all(Array.from({ length: 4 }, () => here.person('fan')))
    const setLike =
      'mutation ($id: ID!, $liked: Boolean!) { setLike(characterId: $id, liked: $liked) { character { id } } }'
    const onBoth = (fan: Person) => [fan, fan.movedTo(there.url)]
    await Promise.all(fans.flatMap(onBoth).map((fan) => fan.data(setLike, { id, liked: true })))
    await Promise.all(
      fans.map(async (fan, n) => {
        const by = n % 2 === 0 ? fan : fan.movedTo(there.url)
        await watch(by, await by.say(await roomWith(id, by)))
      }),
    )
    const counts = 'query ($id: ID!) { character(id: $id) { likeCount talkCount } }'
    for (const by of [ada, far])
      expect(await by.data(counts, { id })).toEqual({ character: { likeCount: 4, talkCount: 4 } })
    const [first] = fans
    if (!first) throw new Error('there are fans')
    await Promise.all([
      ...onBoth(first).map((fan) => fan.data(setLike, { id, liked: false })),
      fans[1]?.data('mutation { deleteAccount { __typename } }'),
    ])
    const rank = await onServer(
      databaseUrl ?? '',
      `SELECT like_count::int AS likes, talk_count::int AS talks,
      (SELECT count(*)::int FROM character_likes WHERE character_id = ${id}) AS rows FROM character_ranks WHERE character_id = ${id}`,
    )
    expect(rank).toEqual([{ likes: 2, talks: 4, rows: 2 }])
  })
})
