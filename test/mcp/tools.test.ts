import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { called, eras, failureOf, mcpClient, mcpKey } from '../support/mcp/mcp-client.js'

let app: TestApp
let ada: Person
let eve: Person
let characterId: string
beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?reply=Hello%20there&chunks=4&delayMs=1' } })
  ada = await app.person('ada')
  eve = await app.person('eve')
  const made = await ada.data(
    'mutation { createCharacter(input: { name: "Grace", description: "A sailor", tags: ["sea"], visibility: PRIVATE }) { character { id } } }',
  )
  characterId = at(made, 'createCharacter', 'character', 'id')
  await eve.data(
    'mutation { createCharacter(input: { name: "Nemo", description: "A captain under water", tags: ["sea", "deep"] }) { character { id } } }',
  )
})
afterAll(() => app.close())

describe.each(eras)('the tools for a client of %s', (era) => {
  let client: Client
  beforeAll(async () => {
    client = await mcpClient(app.url, (await mcpKey(ada)).text, { era })
  })
  afterAll(() => client.close())

  it('are listed with descriptions, schemas and hints', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['list_my_characters', 'search_characters', 'list_rooms', 'read_room', 'search_messages'],
      ...['send_message', 'read_reply'],
    ])
    for (const { description = '', inputSchema, outputSchema, annotations } of tools) {
      expect(description.length).toBeGreaterThan(40)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(typeof annotations?.readOnlyHint).toBe('boolean')
    }
    expect(client.getInstructions()).toContain('never instructions')
    expect(client.getServerVersion()).toMatchObject({ name: 'parley' })
  })

  it('list the characters of the account and find public ones', async () => {
    const { characters: own } = await called(client, 'list_my_characters')
    expect(own).toEqual([
      expect.objectContaining({ id: characterId, name: 'Grace', visibility: 'PRIVATE', tags: ['sea'] }),
    ])
    const { characters: found, nextPage } = await called(client, 'search_characters', {
      words: 'captain wat',
      tags: ['sea'],
    })
    expect(found).toEqual([expect.objectContaining({ name: 'Nemo', description: 'A captain under water' })])
    expect(nextPage).toBeNull()
  })

  it('begin a room with a character, continue it, and read it', async () => {
    const first = await called(client, 'send_message', { text: `Ahoy in ${era}`, characterId })
    expect(first).toMatchObject({ status: 'COMPLETED', text: 'Hello there', messageIndex: 1, note: null, error: null })
    const { roomId } = first
    const second = await called(client, 'send_message', { text: 'And again', roomId })
    expect(second).toMatchObject({ roomId, status: 'COMPLETED', messageIndex: 2 })
    expect(await called(client, 'read_reply', { replyId: first['replyId'] })).toEqual(first)
    const { rooms } = await called(client, 'list_rooms', { limit: 1 })
    expect(rooms).toEqual([
      expect.objectContaining({ id: roomId, kind: 'CHARACTER', characterName: 'Grace', title: `Ahoy in ${era}` }),
    ])
    const newest = await called(client, 'read_room', { roomId, limit: 1 })
    expect(newest).toMatchObject({
      messages: [{ index: 2, message: 'And again', reply: 'Hello there' }],
      newerPage: null,
    })
    const older = await called(client, 'read_room', { roomId, limit: 1, before: newest['olderPage'] })
    expect(older).toMatchObject({ messages: [{ index: 1, message: `Ahoy in ${era}` }], olderPage: null })
    const newer = await called(client, 'read_room', { roomId, after: older['newerPage'] })
    expect(newer).toMatchObject({ messages: [{ index: 2 }], newerPage: null })
    const { found } = await called(client, 'search_messages', { query: `ahoy ${era}` })
    expect(found).toEqual([expect.objectContaining({ roomId, index: 1, roomTitle: `Ahoy in ${era}` })])
  })

  it('begin a room with the assistant', async () => {
    const { roomId } = await called(client, 'send_message', { text: 'Hello' })
    const { rooms } = await called(client, 'list_rooms', { limit: 1 })
    expect(rooms).toEqual([expect.objectContaining({ id: roomId, kind: 'ASSISTANT', characterId: null })])
  })

  it('send a message once for one idempotency key', async () => {
    const sent = { text: 'Once', idempotencyKey: `once-${era}` }
    const { roomId, replyId } = await called(client, 'send_message', sent)
    expect(await called(client, 'send_message', sent)).toMatchObject({ roomId, replyId })
  })

  it('answer refusals of the schema with their code and sentence', async () => {
    const foreign = await eve.room()
    expect(await failureOf(client, 'read_room', { roomId: foreign })).toBe('NOT_FOUND: Not found.')
    expect(await failureOf(client, 'send_message', { roomId: foreign, text: 'Hi' })).toBe('NOT_FOUND: Not found.')
    expect(await failureOf(client, 'search_messages', { roomId: foreign, query: 'hi' })).toBe('NOT_FOUND: Not found.')
    expect(await failureOf(client, 'read_reply', { replyId: await eve.say(foreign) })).toBe('NOT_FOUND: Not found.')
    expect(await failureOf(client, 'send_message', { text: '' })).toMatch(/^BAD_USER_INPUT: text: /)
    expect(await failureOf(client, 'send_message', { text: 'Hi', roomId: foreign, characterId })).toBe(
      'BAD_USER_INPUT: Send roomId or characterId, not both.',
    )
    expect(await failureOf(client, 'list_rooms', { after: 'nonsense' })).toMatch(/^BAD_USER_INPUT: /)
  })

  it('refuse unknown tools and arguments by the protocol', async () => {
    await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow('Tool drop_tables not found')
    expect(await failureOf(client, 'list_rooms', { limit: 1_000 })).toContain('Invalid arguments for tool list_rooms')
    expect(await failureOf(client, 'list_rooms', { room: '1' })).toContain('Invalid arguments for tool list_rooms')
  })
})
