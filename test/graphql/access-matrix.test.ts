import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSchema } from 'graphql'
import type { Access, AccessRow, Fixtures } from '../support/accounts/access-row.js'
import { accessRows } from '../support/accounts/access-rows.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type GraphqlAnswer, type Person } from '../support/app/person.js'

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name ?? ''}.${field}`),
)
const callers = ['owner', 'other', 'anonymous', 'admin'] as const

it('has a row for every field of the schema, and no other', () => {
  expect(Object.keys(accessRows).sort()).toEqual([...fields].sort())
})

describe.each(fields)('%s', (field) => {
  it.each(callers)('answers the %s as its row says', async (caller) => {
    const row = accessRows[field]
    const person = row?.isLastAct ? await newcomers[caller]() : people[caller]
    expect(row && (await met(person, field, row))).toBe(row?.[caller])
    await app.idle()
  })
})

let app: TestApp
let people: Record<(typeof callers)[number], Person>
let fixtures: Fixtures

const newcomers = {
  owner: () => app.person('owner'),
  other: () => app.person('other'),
  anonymous: async () => app.stranger(),
  admin: () => app.admin(),
} as const

beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?delayMs=0&chunks=2', SHARE_LINKS: 'true' } })
  people = {
    owner: await app.person('owner'),
    other: await app.person('other'),
    anonymous: app.stranger(),
    admin: await app.admin(),
  }
  const roomId = await people.owner.room()
  const made = await people.owner.data(
    'mutation { createCharacter(input: { name: "Secret", visibility: PRIVATE }) { character { id } } }',
  )
  const keptRoomId = await people.owner.room()
  await people.owner.say(keptRoomId)
  let count = 0
  fixtures = {
    roomId,
    keptRoomId,
    characterId: at(made, 'createCharacter', 'character', 'id'),
    generationId: await people.owner.say(roomId),
    unique: () => `fresh${(count += 1)}`,
  }
  await app.idle()
})
afterAll(() => app.close())

async function met(person: Person, field: string, row: AccessRow): Promise<Access> {
  const variables = row.variables?.(fixtures) ?? {}
  const [type, name = ''] = field.split('.')
  const { data, errors } =
    type === 'Subscription'
      ? await firstEvent(person, row.document, variables)
      : await person.graphql(row.document, variables)
  const [error] = errors
  if (error) return error.extensions.code as Access
  return data?.[name] === null ? 'null' : 'data'
}

describe.each(fields.filter((field) => field.startsWith('Subscription.')))('%s over server-sent events', (field) => {
  it.each(callers)('answers the %s as its row says', async (caller) => {
    const row = accessRows[field]
    const client = people[caller].eventStream()
    const asked = { query: row?.document ?? '', variables: { ...row?.variables?.(fixtures) } }
    const { value } = (await client.iterate(asked).next()) as { value: Partial<GraphqlAnswer> }
    client.dispose()
    expect(value.errors?.[0]?.extensions.code ?? 'data').toBe(row?.[caller])
    await app.idle()
  })
})

async function firstEvent(person: Person, query: string, variables: object): ReturnType<Person['graphql']> {
  const socket = person.socket()
  try {
    const first: { value: unknown } = await socket.iterate({ query, variables: { ...variables } }).next()
    const { data = null, errors = [] } = first.value as Partial<Awaited<ReturnType<Person['graphql']>>>
    return { data, errors }
  } catch (errors) {
    if (!Array.isArray(errors)) throw errors
    return { data: null, errors: errors as Awaited<ReturnType<Person['graphql']>>['errors'] }
  } finally {
    await socket.dispose()
  }
}
