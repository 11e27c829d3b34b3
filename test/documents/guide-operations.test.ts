import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Kind, OperationTypeNode, parse, print, type OperationDefinitionNode } from 'graphql'
import { nodeIdOf } from '../../src/nodes/node-id.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { blocksOf, guides } from '../support/documents/pages.js'
import { at, password, type Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'

const blocks = guides.flatMap(blocksOf).filter(({ language }) => language === 'graphql')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { SHARE_LINKS: 'true' } })
})
afterAll(() => app.close())

const login = `mutation ($input: LoginInput!) { login(input: $input) { refreshToken } }`

/** The data that the examples use: an account with a room of three entries. */
async function makeWorld(): Promise<{ person: Person; values: Readonly<Record<string, string>> }> {
  const person = await app.person('guide')
  const signedIn = await person.data(login, { input: { email: `${person.username}@example.com`, password } })
  const roomId = await person.room('chat')
  const room = await person.data('query ($id: ID!) { room(id: $id) { ... on ChatRoom { characterId } } }', {
    id: roomId,
  })
  let generationId = ''
  let after = ''
  for (let count = 0; count < 3; count += 1) {
    generationId = await person.say(roomId)
    after = (await watch(person, generationId)).at(0)?.cursor ?? ''
  }
  const nodeId = nodeIdOf('ChatRoom', { roomId })
  return {
    person,
    values: {
      roomId,
      nodeId,
      characterId: at(room, 'room', 'characterId'),
      generationId,
      after,
      refreshToken: at(signedIn, 'login', 'refreshToken'),
    },
  }
}

/** Returns the data of a query or mutation, or of the first event of a subscription. */
async function run(person: Person, operation: OperationDefinitionNode, query: string, variables: object) {
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) return person.data(query, variables)
  const socket = person.socket()
  try {
    for await (const { data, errors } of socket.iterate({ query, variables: { ...variables } })) {
      if (errors) throw new Error(JSON.stringify(errors))
      return data
    }
    throw new Error('the subscription ended without an event')
  } finally {
    await socket.dispose()
  }
}

describe('the GraphQL operations of the guides', () => {
  it.each(blocks)('$page:$line runs', async ({ page, code }) => {
    const { person: user, values } = await makeWorld()
    const person = page === 'docs/administration.md' ? await app.admin() : user
    const document = parse(code)
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    expect(operations).toHaveLength(1)
    for (const operation of operations) {
      const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      expect(names.filter((name) => values[name] === undefined)).toEqual([])
      const variables = Object.fromEntries(names.map((name) => [name, values[name]]))
      const data = await run(person, operation, print(document), variables)
      expect(Object.keys(data ?? {})).not.toEqual([])
      expect(Object.values(data ?? {})).not.toContain(null)
    }
  })
})
