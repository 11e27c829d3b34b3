import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import { turn } from '../support/rooms/log-room.js'
import { at, type Person } from '../support/app/person.js'

/** The result for a caller; REST statuses are mapped to the codes of GraphQL. */
type Met = 'done' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND'
type Caller = 'owner' | 'other' | 'anonymous' | 'admin'
type Act = (person: Person, id: string) => Promise<Met>

const callers = ['owner', 'other', 'anonymous', 'admin'] as const
const statuses: Readonly<Record<number, Met>> = {
  200: 'done',
  204: 'done',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
}

let app: TestApp
let people: Record<Caller, Person>
beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?delayMs=0&chunks=2' } })
  const [owner, other, admin] = [await app.person('owner'), await app.person('other'), await app.admin()]
  people = { owner, other, anonymous: app.stranger(), admin }
})
afterAll(() => app.close())

const rest =
  (method: string, path: (id: string) => string, body?: object): Act =>
  async (person, id) => {
    const { status, text } = await person.rest(method, path(id), body)
    return statuses[status] ?? (`${status} ${text}` as Met)
  }

const graphql =
  (query: string, variables: (id: string) => object = (id) => ({ id })): Act =>
  async (person, id) => {
    const { data, errors } = await person.graphql(query, variables(id))
    const [error] = errors
    if (error) return error.extensions.code as Met
    // a query returns null for an object that it does not find
    return Object.values(data ?? {}).includes(null) ? 'NOT_FOUND' : 'done'
  }

const entry = { inputData: 'Hello', outputData: 'Ahoy' }
const roomActs: Readonly<Record<string, { graphql: Act; rest: (rooms: string) => Act }>> = {
  'read the log': {
    graphql: graphql('query ($id: ID!) { room(id: $id) { entries { nodes { index } } generations { nodes { id } } } }'),
    rest: (rooms) => rest('GET', (id) => `${rooms}/${id}/logs`),
  },
  'save an entry': {
    graphql: graphql(
      'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { id } } }',
      (id) => ({
        input: { roomId: id, ...entry },
      }),
    ),
    rest: (rooms) => rest('PUT', (id) => `${rooms}/${id}/logs`, turn),
  },
  'replace an entry': {
    graphql: graphql(
      'mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { id } } }',
      (id) => ({
        input: { roomId: id, index: 1, ...entry },
      }),
    ),
    rest: (rooms) => rest('PUT', (id) => `${rooms}/${id}/logs`, { ...turn, index: 1 }),
  },
  'remove an entry': {
    graphql: graphql('mutation ($id: ID!) { deleteLogEntry(roomId: $id, index: 1) { deletedIndex } }'),
    rest: (rooms) => rest('DELETE', (id) => `${rooms}/${id}/logs?index=1`),
  },
  'delete the room': {
    graphql: graphql('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }'),
    rest: (rooms) => rest('DELETE', (id) => `${rooms}/${id}`),
  },
}

const everyCaller = { owner: 'done', other: 'done', anonymous: 'done', admin: 'done' } as const
const noCaller = { owner: 'NOT_FOUND', other: 'NOT_FOUND', anonymous: 'NOT_FOUND', admin: 'NOT_FOUND' } as const
const ownersAndAdmins = { ...everyCaller, other: 'NOT_FOUND', anonymous: 'NOT_FOUND' } as const

describe.each(['chatrooms', 'officerooms'])('%s', (name) => {
  /** Its UUID and its number. */
  const roomOf = async (person: Person, { hasEntry }: { hasEntry: boolean }) => {
    const { body } = await person.rest('POST', `/api/${name}`, { userid: 'guest' })
    const uuid = at(body, 'room_id')
    if (hasEntry) await person.rest('PUT', `/api/${name}/${uuid}/logs`, turn)
    return { uuid, number: String((body as { id: number }).id) }
  }
  const things = [
    ['of an account, by its UUID', 'owner', 'uuid', ownersAndAdmins],
    ['of an account, by its number', 'owner', 'number', ownersAndAdmins],
    ['of nobody, by its UUID', 'anonymous', 'uuid', everyCaller],
    ['of nobody, by its number', 'anonymous', 'number', { ...noCaller, admin: 'done' }],
  ] as const
  const rows = things.flatMap(([thing, maker, id, met]) =>
    Object.keys(roomActs).flatMap((act) =>
      callers.map((caller) => ({ thing, maker, id, act, caller, met: met[caller] })),
    ),
  )

  it.each(rows)('$thing: $caller may $act? $met', async ({ maker, id, act, caller, met }) => {
    const { graphql: asked, rest: requested } = roomActs[act] ?? {}
    const hasEntry = act.endsWith('an entry')
    const [one, two] = [await roomOf(people[maker], { hasEntry }), await roomOf(people[maker], { hasEntry })]
    expect(await asked?.(people[caller], one[id])).toBe(met)
    // over REST a caller with the unguessable id is only asked for a token
    const isAskedToSignIn = caller === 'anonymous' && maker === 'owner' && id === 'uuid'
    const path = maker === 'owner' ? `/api/rooms/${name}` : `/api/${name}`
    expect(await requested?.(path)(people[caller], two[id])).toBe(isAskedToSignIn ? 'UNAUTHENTICATED' : met)
  })
})

const characterActs: Readonly<Record<string, Act>> = {
  'read it': graphql('query ($id: ID!) { character(id: $id) { id name } }'),
  ...Object.fromEntries(
    characterApis.flatMap((api): [string, Act][] => {
      const outcomeOf = (outcome: unknown) =>
        typeof outcome === 'string' && outcome !== 'deleted' ? (outcome as Met) : 'done'
      return [
        [`change it over ${api.name}`, async (person, id) => outcomeOf(await api.update(person, id, { name: 'x' }))],
        [
          `hide it as an admin does, over ${api.name}`,
          async (person, id) => outcomeOf(await api.setVisibility(person, id, false)),
        ],
        [`like it over ${api.name}`, async (person, id) => outcomeOf(await api.like(person, id, true))],
        [`delete it over ${api.name}`, async (person, id) => outcomeOf(await api.delete(person, id))],
      ]
    }),
  ),
  'make a room with it': graphql(
    'mutation ($id: ID!) { createChatRoom(input: { characterId: $id, userId: "guest" }) { room { id } } }',
  ),
  'make a room with it over REST': (person, id) =>
    rest('POST', () => '/api/chatrooms', { character_id: id, userid: 'guest' })(person, id),
}

describe('characters', () => {
  const meets = (act: string, caller: Caller, isPublic: boolean): Met => {
    if (caller === 'anonymous' && /^(change|hide|like|delete)/.test(act)) return 'UNAUTHENTICATED'
    if (act.startsWith('hide')) return caller === 'admin' ? 'done' : 'FORBIDDEN'
    if (caller === 'owner' || caller === 'admin') return 'done'
    if (!isPublic) return 'NOT_FOUND'
    return /^(change|delete)/.test(act) ? 'FORBIDDEN' : 'done'
  }
  const rows = [true, false].flatMap((isPublic) =>
    Object.keys(characterActs).flatMap((act) =>
      callers.map((caller) => ({ isPublic, act, caller, met: meets(act, caller, isPublic) })),
    ),
  )

  it.each(rows)('public $isPublic: $caller may $act? $met', async ({ isPublic, act, caller, met }) => {
    const id = await made(characterApis[0], people.owner, { name: 'Grace', isPublic })
    expect(await characterActs[act]?.(people[caller], id)).toBe(met)
  })
})
