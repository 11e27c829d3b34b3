import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { everyRow } from '@parley/statements'
import { InstallationTable } from '../../src/database/tables/installation.js'
import { logRecords } from '../../src/database/log-records.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { runSql } from '../support/app/raw-sql.js'

const query = `query ($query: String!, $roomId: ID, $first: Int, $after: String, $kind: RoomKind, $characterId: ID,
  $from: DateTime, $to: DateTime) {
  searchEntries(query: $query, roomId: $roomId, first: $first, after: $after, kind: $kind, characterId: $characterId,
    from: $from, to: $to) {
    indexing
    edges { cursor }
    nodes {
      room { __typename id }
      entry { index inputData }
      snippets { part text offset isCut highlights { start end } }
    }
    pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`
interface Page {
  readonly indexing: boolean
  readonly edges: readonly { cursor: string }[]
  readonly nodes: readonly {
    room: { id: string }
    entry: { index: number; inputData: string }
    snippets: readonly { text: string; isCut: boolean }[]
  }[]
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null }
}

describe('searchEntries', () => {
  let app: TestApp
  let ada: Person
  let eve: Person
  beforeAll(async () => {
    app = await createTestApp({ roles: 'app,chatlog', env: { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3' } })
    ada = await app.person('ada')
    eve = await app.person('eve')
  })
  afterAll(() => app.close())
  const save = async (person: Person, roomId: string, inputData: string, outputData = 're') => {
    const document = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
    await person.data(document, { input: { roomId, inputData, outputData } })
  }
  const search = async (person: Person, variables: object) =>
    (await person.data(query, { first: 20, ...variables }))['searchEntries'] as Page
  const found = async (person: Person, variables: object) =>
    (await search(person, variables)).nodes.map(({ entry }) => entry.inputData)

  it('finds the beginning of a word at the end of the query, and whole words before it', async () => {
    const room = await ada.room()
    await save(ada, room, 'A painting of Jejudo')
    await save(ada, room, 'Paint it red')
    expect(await found(ada, { query: 'Pai' })).toEqual(['Paint it red', 'A painting of Jejudo'])
    expect(await found(ada, { query: 'paint' })).toEqual(['Paint it red', 'A painting of Jejudo'])
    expect(await found(ada, { query: 'paint ' })).toEqual(['Paint it red'])
    expect(await found(ada, { query: 'paint re' })).toEqual(['Paint it red'])
    expect(await found(ada, { query: 'painting jej' })).toEqual(['A painting of Jejudo'])
    for (const query of ['ainting', 'pain jejudo', 'paintings']) expect(await found(ada, { query })).toEqual([])
  })

  it('finds entries of rooms of a kind, of rooms with a character, and of a time', async () => {
    const bob = await app.person('bob')
    const document = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
    const characters: string[] = []
    for (const name of ['Captain', 'Cook'])
      characters.push(at(await bob.data(document, { input: { name } }), 'createCharacter', 'character', 'id'))
    const begin = 'mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }'
    for (const id of characters)
      await save(bob, at(await bob.data(begin, { id }), 'createChatRoom', 'room', 'id'), `sextant ${id}`)
    await save(bob, await bob.room(), 'sextant office')
    const [captain, cook] = characters
    const all = ['sextant office', `sextant ${String(cook)}`, `sextant ${String(captain)}`]
    const by = (variables: object) => found(bob, { query: 'sext', ...variables })
    expect(await by({})).toEqual(all)
    expect(await by({ kind: 'OFFICE' })).toEqual(all.slice(0, 1))
    expect(await by({ kind: 'CHARACTER' })).toEqual(all.slice(1))
    expect(await by({ characterId: captain })).toEqual(all.slice(2))
    expect(await by({ characterId: captain, kind: 'OFFICE' })).toEqual([])
    for (const characterId of ['none', '999999']) expect(await by({ characterId })).toEqual([])
    expect(await found(eve, { query: 'sext', characterId: captain })).toEqual([])
    const [past, future] = ['2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z']
    expect(await by({ from: past, to: future })).toEqual(all)
    expect(await by({ from: future })).toEqual([])
    expect(await by({ to: past })).toEqual([])
    const pages: string[] = []
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const page: Page = await search(bob, { query: 'sext', from: past, first: 1, after })
      pages.push(...page.nodes.map(({ entry }) => entry.inputData))
      after = page.pageInfo.endCursor
      hasMore = page.pageInfo.hasNextPage
    }
    expect(pages).toEqual(all)
    expect(await bob.codes(query, { query: 'sext', from: 'yesterday' })).toEqual(['BAD_USER_INPUT'])
  })

  it('finds entries of all kinds of rooms of the caller, with snippets', async () => {
    const [office, chat] = [await ada.room(), await ada.room('chat')]
    await save(ada, office, 'Where is the harbour?', 'The harbour is in the north.')
    await save(ada, chat, 'A second harbour')
    await save(eve, await eve.room(), 'the harbour of eve')
    expect(await search(ada, { query: 'HARBOUR the' })).toEqual({
      indexing: false,
      edges: [{ cursor: expect.any(String) }],
      nodes: [
        {
          room: { __typename: 'OfficeRoom', id: office },
          entry: { index: 1, inputData: 'Where is the harbour?' },
          snippets: [
            {
              part: 'MESSAGE',
              text: 'Where is the harbour?',
              offset: 0,
              isCut: false,
              highlights: [
                { start: 9, end: 12 },
                { start: 13, end: 20 },
              ],
            },
            {
              part: 'REPLY',
              text: 'The harbour is in the north.',
              offset: 0,
              isCut: false,
              highlights: [
                { start: 0, end: 3 },
                { start: 4, end: 11 },
                { start: 18, end: 21 },
              ],
            },
          ],
        },
      ],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: expect.any(String) },
    })
    expect(await found(ada, { query: 'harbour' })).toEqual(['A second harbour', 'Where is the harbour?'])
    expect(await found(ada, { query: 'harbour', roomId: chat })).toEqual(['A second harbour'])
    expect(await found(eve, { query: 'harbour' })).toEqual(['the harbour of eve'])
  })

  it('says whether the text goes on before and after an excerpt', async () => {
    const roomId = await ada.room()
    for (const text of [`lantern${'.'.repeat(233)}`, `lantern${'.'.repeat(234)}`]) await save(ada, roomId, text)
    const { nodes } = await search(ada, { query: 'lantern', roomId })
    const excerpts = nodes.flatMap(({ snippets }) => snippets).map(({ text, isCut }) => [text.length, isCut])
    expect(excerpts).toEqual([
      [240, true],
      [240, false],
    ])
  })

  it('finds a message and its reply as soon as the reply is complete, and no longer after the deletion of the room', async () => {
    const room = await ada.room()
    await ada.say(room, 'lighthouse')
    await app.idle()
    expect(await found(ada, { query: 'lighthouse' })).toEqual(['lighthouse'])
    await ada.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: room })
    expect(await found(ada, { query: 'lighthouse' })).toEqual([])
  })

  it('pages through the results, and returns none for a query without words', async () => {
    const room = await ada.room()
    for (let n = 1; n <= 5; n += 1) await save(ada, room, `구름 ${n}`)
    const first = await search(ada, { query: '구름', first: 2 })
    expect(first.nodes.map(({ entry }) => entry.index)).toEqual([5, 4])
    expect(first.pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: false,
      endCursor: first.edges[1]?.cursor,
    })
    const after = first.pageInfo.endCursor
    const rest = await search(ada, { query: '구름', after })
    expect(rest.nodes.map(({ entry }) => entry.index)).toEqual([3, 2, 1])
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    for (const none of [{ query: '' }, { query: ' ?! ' }, { query: '구름', first: 0 }])
      expect((await search(ada, none)).nodes).toEqual([])
  })

  it('does not find rooms that others have under the user id of the account', async () => {
    const made = await app.chatLog().rest('POST', '/doclog/office/create', { user_id: ada.id })
    const room = { user_id: ada.id, id: at(made.body, 'Document ID') }
    const turn = { input_data: 'foreign windmill', output_data: 're' }
    for (let n = 0; n < 3; n += 1) await app.chatLog().rest('PUT', '/doclog/office/save_log', { ...room, ...turn })
    expect(await found(ada, { query: 'windmill', first: 1 })).toEqual([])
    await save(ada, await ada.room(), 'own windmill')
    expect(await found(ada, { query: 'windmill' })).toEqual(['own windmill'])
  })

  it('finds the own entries behind many large ones that guests have under the user id of the account', async () => {
    await save(ada, await ada.room(), 'own anchor')
    const made = await app.stranger().rest('POST', '/api/rooms/officerooms', { user_id: ada.id })
    const path = `/api/rooms/officerooms/${at(made.body, 'room_id')}/logs`
    const turn = { input_data: 'foreign anchor', output_data: 'x'.repeat(1_000_000) }
    for (let n = 0; n < 10; n += 1) expect((await app.stranger().rest('PUT', path, turn)).status).toBe(200)
    expect(await found(ada, { query: 'anchor' })).toEqual(['own anchor'])
  })

  it('finds the own entries beside any number that guests and the chat-log service have under the number of the account', async () => {
    await save(ada, await ada.room(), 'own invoice')
    const guests = await app.stranger().rest('POST', '/api/rooms/officerooms', { user_id: ada.id })
    const made = await app.chatLog().rest('POST', '/doclog/office/create', { user_id: ada.id })
    const path = `/api/rooms/officerooms/${at(guests.body, 'room_id')}/logs`
    const room = { user_id: ada.id, id: at(made.body, 'Document ID') }
    const turn = { input_data: 'foreign invoice', output_data: 're' }
    for (let n = 0; n < 220; n += 1) {
      expect((await app.stranger().rest('PUT', path, turn)).status).toBe(200)
      await app.chatLog().rest('PUT', '/doclog/office/save_log', { ...room, ...turn })
    }
    const page = await search(ada, { query: 'invoice' })
    expect(page.nodes.map(({ entry }) => entry.inputData)).toEqual(['own invoice'])
    expect(page.pageInfo.hasNextPage).toBe(false)
  })

  it('finds the entries of a room of the chat-log service once the account has adopted it, which no guest can', async () => {
    const made = await app.chatLog().rest('POST', '/doclog/office/create', { user_id: ada.id })
    const id = at(made.body, 'Document ID')
    const turn = { user_id: ada.id, id, input_data: 'adopted sextant', output_data: 're' }
    await app.chatLog().rest('PUT', '/doclog/office/save_log', turn)
    expect(await found(ada, { query: 'sextant' })).toEqual([])
    const rooms = '/api/rooms/officerooms'
    const refused = await app.stranger().rest('POST', rooms, { user_id: ada.id, room_id: id })
    expect(refused).toMatchObject({ status: 400, body: { message: 'This room id is taken' } })
    expect((await ada.rest('POST', rooms, { room_id: id })).status).toBe(200)
    await app.chatLog().rest('PUT', '/doclog/office/save_log', { ...turn, input_data: 'second sextant' })
    expect(await found(ada, { query: 'sextant' })).toEqual(['second sextant', 'adopted sextant'])
  })

  it('reads at most two pages of texts that do not match, and continues behind them', async () => {
    const room = await ada.room()
    await save(ada, room, '가나다')
    // has all pairs of the query, but not side by side
    for (let n = 0; n < 10; n += 1) await save(ada, room, '가나 나다', 'x'.repeat(1_000_000))
    const pages: string[][] = []
    let after: string | null = null
    do {
      const { nodes, pageInfo }: Page = await search(ada, { query: '가나다', after })
      pages.push(nodes.map(({ entry }) => entry.inputData))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    expect(pages.flat()).toEqual(['가나다'])
    expect(pages.length).toBeGreaterThan(4)
  })

  it('refuses callers without a token, long queries, foreign cursors and pages over 100', async () => {
    expect(await app.stranger().codes(query, { query: 'x', first: 1 })).toEqual(['UNAUTHENTICATED'])
    for (const wrong of [{ query: 'x'.repeat(201) }, { query: 'x', after: 'nonsense' }, { query: 'x', first: -1 }])
      expect(await ada.codes(query, { first: 1, ...wrong })).toEqual(['BAD_USER_INPUT'])
  })

  it('answers for a room of another account, or without owner, as for a missing one', async () => {
    const foreign = await eve.room()
    const guests = await app.stranger().rest('POST', '/api/rooms/officerooms', { user_id: 'guest' })
    const document = (roomId: string) => `{ searchEntries(query: "x", roomId: "${roomId}") { nodes { __typename } } }`
    const answers = await Promise.all(
      [randomUUID(), foreign, at(guests.body, 'room_id')].map((id) =>
        ada.rest('POST', '/graphql', { query: document(id) }),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const rows = await Promise.all(
      [randomUUID(), foreign].map((id) => ada.rest('GET', `/api/search?query=x&room_id=${id}`)),
    )
    expect(rows.map(({ status }) => status)).toEqual([404, 404])
    expect(new Set(rows.map(({ text }) => text)).size).toBe(1)
  })

  it('answers over REST with a link to the next page', async () => {
    const room = await ada.room()
    for (const n of [1, 2]) await save(ada, room, `회의록 ${n}`)
    const { status, body, headers } = await ada.rest('GET', `/api/search?query=${encodeURIComponent('회의')}&limit=1`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      indexing: false,
      entries: [
        {
          room_id: room,
          room_name: null,
          entry: { index: 2, input_data: '회의록 2' },
          snippets: [{ part: 'input_data' }],
        },
      ],
    })
    const [, next = ''] = /<([^>]+)>/.exec(headers.get('link') ?? '') ?? []
    expect(at((await ada.rest('GET', next)).body, 'entries', '0', 'entry', 'input_data')).toBe('회의록 1')
  })
})

describe('entries of an earlier release', () => {
  it('are indexed in the background, and a search says so until then; the doctor indexes single ones', async () => {
    const app = await createTestApp({ embedded: true })
    try {
      const ada = await app.person('ada')
      const room = await ada.room()
      for (let n = 1; n <= 30; n += 1)
        await ada.rest('PUT', `/api/rooms/officerooms/${room}/logs`, { input_data: `harbour ${n}`, output_data: 're' })
      const { database, product } = app.app
      const count = async () => (await search(ada, 'harbour', 100)).nodes.length
      await database.write(async (db) => {
        await runSql(
          db,
          db.driver === 'sqlite'
            ? "INSERT INTO log_search (log_search) VALUES ('delete-all')"
            : 'DELETE FROM log_search',
        )
        await db.update(InstallationTable, everyRow, { unindexedTo: 30 })
      })
      expect(await search(ada, 'harbour', 100)).toMatchObject({ indexing: true, nodes: [] })
      const store = new EmbeddedChatLogStore(database, logRecords)
      expect(await store.indexNext()).toBe(true)
      // the newest first, as many as one turn of the event loop allows
      const { indexing, nodes } = await search(ada, 'harbour', 100)
      expect(indexing).toBe(true)
      expect(nodes.length).toBeGreaterThan(0)
      expect(nodes.length).toBeLessThanOrEqual(25)
      expect(nodes.map(({ entry }) => entry.index).sort((a, b) => b - a)).toEqual(nodes.map((_, n) => 30 - n))
      // an entry that is changed before its turn is indexed once
      const change = { input_data: 'lighthouse', output_data: 're', index: 2 }
      await ada.rest('PUT', `/api/rooms/officerooms/${room}/logs`, change)
      expect((await search(ada, 'lighthouse', 1)).nodes).toHaveLength(1)
      while (await store.indexNext());
      expect(await search(ada, 'harbour', 100)).toMatchObject({ indexing: false })
      expect(await count()).toBe(29)
      expect((await search(ada, 'lighthouse', 1)).nodes).toHaveLength(1)

      await database.write((db) =>
        runSql(db, `DELETE FROM log_search WHERE ${db.driver === 'sqlite' ? 'rowid' : 'entry_id'} = 3`),
      )
      const operator = { kind: 'service' } as const
      const { findings } = await product.doctor.examine(operator, { part: 'search' })
      expect(findings).toMatchObject([{ kind: 'entry-not-indexed', subject: '3' }])
      const finding = { part: 'search', kind: 'entry-not-indexed', subject: '3' } as const
      expect(await product.doctor.repair(operator, finding)).toBe(true)
      expect(await product.doctor.repair(operator, finding)).toBe(false)
      expect(await count()).toBe(29)
    } finally {
      await app.close()
    }
  })
  const search = async (person: Person, words: string, first: number) => {
    const document =
      'query ($query: String!, $first: Int!) { searchEntries(query: $query, first: $first) { indexing nodes { entry { index } } } }'
    return (await person.data(document, { query: words, first }))['searchEntries'] as Page
  }
})
