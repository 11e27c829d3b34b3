import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ApiKeyTable } from '../../../src/database/tables/api-keys.js'
import { UserTable } from '../../../src/database/tables/users.js'
import { keyFields } from '../../../resolvers/context/key-fields.js'
import type { Fixtures } from '../../support/accounts/access-row.js'
import { accessRows } from '../../support/accounts/access-rows.js'
import { lastCode } from '../../support/accounts/mailbox.js'
import { restApi } from '../../support/accounts/verification-apis.js'
import { createTestApp, type TestApp } from '../../support/app/app.js'
import { noLimits } from '../../support/app/many-people.js'
import { at, AdminCaller, Person, type GraphqlAnswer } from '../../support/app/person.js'
import { RawSocket } from '../../support/http/raw-socket.js'

type Scope = 'V1' | 'API' | 'MCP'

const create = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { text apiKey { id scopes } } }'
const update =
  'mutation ($id: ID!, $input: UpdateApiKeyInput!) { updateApiKey(id: $id, input: $input) { apiKey { scopes } } }'
const hello = [{ role: 'user', content: 'Hello' }]

let later = 0
let app: TestApp
let admin: Person
let ada: Person
let fixtures: Fixtures
beforeAll(async () => {
  app = await createTestApp({
    roles: 'app,chatlog,admin',
    clock: () => Date.now() + later,
    env: {
      RATE_LIMITS: noLimits,
      HOSTED_API_KEY: 'k',
      LOCAL_MODEL: 'scripted:?delayMs=0&chunks=2',
    },
  })
  admin = await app.admin()
  ada = await app.person('ada')
  const roomId = await ada.room()
  const keptRoomId = await ada.room()
  await ada.say(keptRoomId)
  const made = await ada.data(
    'mutation { createCharacter(input: { name: "Secret", visibility: PRIVATE }) { character { id } } }',
  )
  let count = 0
  fixtures = {
    roomId,
    keptRoomId,
    characterId: at(made, 'createCharacter', 'character', 'id'),
    generationId: await ada.say(roomId),
    unique: () => `fresh${(count += 1)}`,
  }
  await app.idle()
})
afterAll(() => app.close())

async function keyOf(person: Person, scopes: readonly Scope[] | undefined, terms: object = {}) {
  const made = await person.data(create, { input: { name: 'a program', scopes, ...terms } })
  const text = at(made, 'createApiKey', 'text')
  return { id: at(made, 'createApiKey', 'apiKey', 'id'), program: new Person(person.url, '', '', text) }
}
const program = async (person: Person, scopes: readonly Scope[] | undefined, terms: object = {}) =>
  (await keyOf(person, scopes, terms)).program
const codeOf = ({ errors }: Pick<GraphqlAnswer, 'errors'>) => errors[0]?.extensions.code ?? 'data'

/** Each door of a key, and what it answers one that it does not let in. */
const doors: Readonly<Record<string, (by: Person) => Promise<string>>> = {
  'REST with a token': async (by) => String((await by.rest('GET', '/api/users/profile')).status),
  'REST that writes': async (by) =>
    String((await by.rest('POST', '/api/characters', { name: 'By a key' })).status).replace('201', '200'),
  'GraphQL over HTTP': async (by) => codeOf(await by.graphql('{ myRooms { nodes { id } } }')).replace('data', '200'),
  'GraphQL over a socket': async (by) => {
    const socket = by.socket()
    try {
      const { value } = (await socket.iterate({ query: '{ myRooms { nodes { id } } }' }).next()) as {
        value: Partial<GraphqlAnswer>
      }
      return codeOf({ errors: value.errors ?? [] }).replace('data', '200')
    } finally {
      await socket.dispose()
    }
  },
  'GraphQL over server-sent events': async (by) => {
    const client = by.eventStream()
    const { value } = (await client.iterate({ query: '{ myRooms { nodes { id } } }' }).next()) as {
      value: Partial<GraphqlAnswer>
    }
    client.dispose()
    return codeOf({ errors: value.errors ?? [] }).replace('data', '200')
  },
  'models of /v1': async (by) => String((await by.rest('GET', '/v1/models')).status),
  'completions of /v1': async (by) =>
    String((await by.rest('POST', '/v1/chat/completions', { model: 'local', messages: hello })).status),
}

describe('the scopes of a key', () => {
  it.each(Object.entries(doors))('open or close %s', async (name, enter) => {
    const isV1 = name.endsWith('/v1')
    const refused = name.includes('GraphQL') ? 'UNAUTHENTICATED' : '401'
    for (const [scopes, isOpen] of [
      [undefined, isV1],
      [['V1'], isV1],
      [['API'], !isV1],
      [['API', 'V1'], true],
      [['MCP'], false],
      [['MCP', 'API', 'V1'], true],
    ] as const)
      expect([scopes, await enter(await program(ada, scopes))]).toEqual([scopes, isOpen ? '200' : refused])
    expect(await enter(new Person(app.url, '', '', `pk-parley-${'x'.repeat(43)}`))).toBe(refused)
  })

  it('are listed over REST and GraphQL, and changed by the owner', async () => {
    const bob = await app.person('bob')
    const path = '/api/auth/api-keys'
    const made = await bob.rest('POST', path, { name: 'a', scopes: ['api'] })
    expect(made.body).toMatchObject({ scopes: ['api'] })
    const { id } = made.body as { id: number }
    expect(await bob.data(update, { id: String(id), input: { scopes: ['V1', 'API'] } })).toEqual({
      updateApiKey: { apiKey: { scopes: ['V1', 'API'] } },
    })
    expect((await bob.rest('PUT', `${path}/${id}`, { name: 'b' })).body).toMatchObject({ scopes: ['v1', 'api'] })
    for (const scopes of [[], ['root']]) expect((await bob.rest('POST', path, { name: 'a', scopes })).status).toBe(422)
    expect(await bob.codes(update, { id: String(id), input: { scopes: null } })).toEqual(['BAD_USER_INPUT'])
  })
})

/** Their proof is judged after the caller. */
const actsWithProofs = ['Mutation.changePassword', 'Mutation.addTotp', 'Mutation.addPasskey']

describe('a key with the scope api', () => {
  let shared: Promise<Person> | undefined
  const rows = Object.entries(accessRows).filter(([, { isLastAct }]) => !isLastAct)
  it.each(rows)('is answered as its owner at %s, except for acts on the account', async (field, row) => {
    const isAllowed = row.anonymous !== 'UNAUTHENTICATED' || keyFields.has(field)
    const by = await (shared ??= program(ada, ['API']))
    const variables = row.variables?.(fixtures) ?? {}
    const [type, name = ''] = field.split('.')
    const answer =
      type === 'Subscription' ? await first(by, row.document, variables) : await by.graphql(row.document, variables)
    const isNull = answer.errors.length === 0 && answer.data?.[name] === null
    const met = isNull ? 'null' : codeOf(answer)
    // a wrong input is refused before the caller is judged, and a subscription without the decorator reads its own caller
    const isJudgedFirst = row.owner === 'BAD_USER_INPUT' && !actsWithProofs.includes(field)
    const expected = isAllowed || isJudgedFirst || type === 'Subscription' ? row.owner : 'FORBIDDEN'
    expect(met).toBe(row.owner === 'UNAUTHENTICATED' ? 'UNAUTHENTICATED' : expected)
    await app.idle()
  })

  it('never acts on the account itself, and says what to do', async () => {
    const by = await program(await app.person(), ['API', 'V1'])
    for (const document of [
      'mutation { createApiKey(input: { name: "more", scopes: [API] }) { text } }',
      'mutation { revokeApiKey(id: 1) { revokedApiKeyId } }',
      'mutation { updateProfile(input: { email: "thief@example.com" }) { account { id } } }',
      'mutation { updateMembership(membership: VIP) { account { id } } }',
      'mutation { signOut }',
      'mutation { signOutEverywhere }',
      'mutation { revokeSession(id: "00000000-0000-4000-8000-000000000000") { revokedSessionId } }',
      'mutation { confirmIdentity(input: { password: "x" }) { confirmedUntil } }',
      'mutation { deleteAccount { deletedAccountId } }',
      'mutation { exportMyData { dataExport { id } } }',
      'mutation { createDataExportLink { url } }',
      'mutation { createShareLink(roomId: "x") { shareLink { url } } }',
      '{ myShareLinks { id } }',
      'mutation { createRoomExportLink(input: { roomId: "x", format: JSON }) { url } }',
      '{ myDataExport { id } }',
      '{ mySessions { id } }',
      '{ me { apiKeys { id } } }',
    ]) {
      const { errors } = await by.graphql(document)
      expect([document, errors.map(({ message }) => message)]).toEqual([
        document,
        ['An API key cannot do this: sign in'],
      ])
      expect(codeOf({ errors })).toBe('FORBIDDEN')
    }
    expect(await by.codes('{ me { id email } }')).toEqual([])
  })

  it('does not prove the address of its account', async () => {
    const eve = await app.person('eve')
    const by = await program(eve, ['API'])
    const email = `${eve.username}@example.com`
    await restApi.send(app, email, 'register')
    const answer = await restApi.as(by.token ?? '').verify(app, email, await lastCode(app, email), 'register')
    expect(answer.registrationToken).toMatch(/^[\w-]{43}$/)
    const row = await app.app.database.read((db) => db.selectOneOrThrow(UserTable, { id: Number(eve.id) }))
    expect(row).toMatchObject({ emailVerified: false, mailboxProved: false })
  })

  it('of an administrator is the key of a user', async () => {
    const by = await program(admin, ['API'])
    expect(await by.codes('{ userStats { totalUsers } }')).toEqual(['FORBIDDEN'])
    expect(await by.codes('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id: ada.id })).toEqual([
      'FORBIDDEN',
    ])
    const console = new AdminCaller(`http://127.0.0.1:${String(app.portOf('admin'))}`, '', '', by.token)
    expect(await console.codes('{ userStats { totalUsers } }')).toEqual(['FORBIDDEN'])
    // nor does it read what other accounts keep to themselves
    expect((await by.data('query ($id: ID!) { room(id: $id) { id } }', { id: fixtures.roomId }))['room']).toBeNull()
  })
})

async function first(by: Person, query: string, variables: object): Promise<GraphqlAnswer> {
  const client = by.eventStream()
  const { value } = (await client.iterate({ query, variables: { ...variables } }).next()) as {
    value: Partial<GraphqlAnswer>
  }
  client.dispose()
  return { data: value.data ?? null, errors: value.errors ?? [] }
}

describe('the limits of a key', () => {
  const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
  const say = async (by: Person, roomId: string, model?: string) => {
    const { errors } = await by.graphql(send, { input: { roomId, text: 'Hello', model } })
    await app.idle()
    return errors[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : 'sent'
  }

  it('apply to messages in rooms: models and characters', async () => {
    const bob = await app.person('bob')
    const office = await bob.room()
    const chat = await bob.room('chat')
    const { room } = await bob.data('query ($id: ID!) { room(id: $id) { ... on ChatRoom { character { id } } } }', {
      id: chat,
    })
    const character = `character/${at(room, 'character', 'id')}`
    const refusal = 'FORBIDDEN: This API key cannot use the model or the character of this room'
    for (const [models, answers] of [
      [null, ['sent', 'sent']],
      [['local'], ['sent', refusal]],
      [[character], [refusal, 'sent']],
      [['character/*'], [refusal, 'sent']],
      [
        ['character/999999', 'local'],
        ['sent', refusal],
      ],
    ] as const) {
      const by = await program(bob, ['API'], { models })
      expect([models, await say(by, office), await say(by, chat)]).toEqual([models, ...answers])
    }
    const by = await program(bob, ['API'], { models: ['local', character] })
    expect([await say(by, office, 'hosted4.1'), await say(by, chat, 'hosted4.1')]).toEqual([refusal, refusal])
    const regenerate =
      'mutation ($id: ID!) { regenerate(roomId: $id, index: 1, model: "hosted4.1") { generation { id } } }'
    expect(await by.codes(regenerate, { id: office })).toEqual(['FORBIDDEN'])
  })

  it('apply to messages in rooms: messages per day and tokens per month, together with /v1', async () => {
    const bob = await app.person('bob')
    const roomId = await bob.room()
    const { id, program: by } = await keyOf(bob, ['API', 'V1'], { messagesPerDay: 2, tokensPerMonth: 100_000 })
    const key = () => app.app.database.read((db) => db.selectOneOrThrow(ApiKeyTable, { id: Number(id) }))
    expect(await say(by, roomId)).toBe('sent')
    const afterMessage = await key()
    expect(afterMessage.messagesUsed).toBe(1)
    expect(afterMessage.tokensUsed).toBeGreaterThan(0)
    expect((await by.rest('POST', '/v1/chat/completions', { model: 'local', messages: hello })).status).toBe(200)
    expect(await say(by, roomId)).toMatch(/^RATE_LIMITED: This API key has used up its 2 messages per day/)
    expect(await say(bob, roomId)).toBe('sent')
    expect((await key()).messagesUsed).toBe(2)
    const { program: poor } = await keyOf(bob, ['API'], { tokensPerMonth: 1 })
    expect(await say(poor, roomId)).toBe('sent')
    expect(await say(poor, roomId)).toMatch(/^RATE_LIMITED: This API key has used up its 1 tokens per month/)
  })

  it('end it: its expiry', async () => {
    const expiresAt = new Date(Date.now() + later + 60_000).toISOString()
    const by = await program(await app.person(), ['API'], { expiresAt })
    expect(await by.codes('{ myRooms { nodes { id } } }')).toEqual([])
    later += 61_000
    expect(await by.codes('{ myRooms { nodes { id } } }')).toEqual(['UNAUTHENTICATED'])
  })
})

it('a wrong key is refused as too many at every door, and never as a fault of the server', async () => {
  const strict = await createTestApp({ env: { RATE_LIMITS: '{"apiKey":{"perAddress":1}}' } })
  try {
    const owner = await strict.person('owner')
    const right = await program(owner, ['API', 'V1'])
    const wrong = new Person(strict.url, '', '', `pk-parley-${'x'.repeat(43)}`)
    await wrong.graphql('{ myRooms { nodes { id } } }')
    expect((await wrong.rest('GET', '/api/users/profile')).status).toBe(429)
    expect(await wrong.codes('{ myRooms { nodes { id } } }')).toEqual(['RATE_LIMITED'])
    const accept = { accept: 'text/event-stream' }
    const stream = await wrong.rest('POST', '/graphql/stream', { query: '{ __typename }' }, accept)
    expect(stream.text).toContain('RATE_LIMITED')
    await expect(RawSocket.open(strict.url, wrong.token)).rejects.toThrow('1013 Try again later')
    expect(await right.codes('{ myRooms { nodes { id } } }')).toEqual([])
  } finally {
    await strict.close()
  }
})

/** The code of the failure that ends a stream. */
async function failureOf(stream: AsyncIterableIterator<unknown>): Promise<string | undefined> {
  for (;;) {
    const { value, done } = (await stream.next()) as IteratorResult<Partial<GraphqlAnswer>, undefined>
    if (done || value.errors) return value?.errors?.[0]?.extensions.code
  }
}

describe('a key is refused, and its sockets and streams end within 5 s', () => {
  const watching = 'subscription { myRoomEvents { __typename } }'
  const acts: readonly (readonly [string, (owner: Person, id: string) => Promise<unknown>])[] = [
    ['ban', ({ id }) => admin.data('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id })],
    [
      'ban that another instance has written',
      ({ id }) =>
        app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, { bannedAt: Date.now() + later })),
    ],
    [
      'revocation',
      (owner, id) => owner.data('mutation ($id: ID!) { revokeApiKey(id: $id) { revokedApiKeyId } }', { id }),
    ],
    ['loss of the scope', (owner, id) => owner.data(update, { id, input: { scopes: ['V1'] } })],
    ['deletion of the account', (owner) => owner.data('mutation { deleteAccount { deletedAccountId } }')],
  ]
  it.each(acts)('after a %s', async (what, act) => {
    const owner = await app.person('owner')
    const { id, program: by } = await keyOf(owner, ['API', 'V1'])
    const socket = await RawSocket.open(by.url, by.token)
    socket.subscribe('1', watching)
    const stream = by.eventStream().iterate({ query: watching })
    const ended = failureOf(stream)
    expect(await by.codes('{ myRooms { nodes { id } } }')).toEqual([])
    await act(owner, id)
    const from = performance.now()
    expect(await ended).toBe('UNAUTHENTICATED')
    expect([4401, 4403]).toContain((await socket.ending).code)
    expect(performance.now() - from).toBeLessThan(5_000)
    for (const [name, enter] of Object.entries(doors)) {
      const stays = what === 'loss of the scope' && name.endsWith('/v1')
      expect([name, (await enter(by)) === '200']).toEqual([name, stays])
    }
  })
})
