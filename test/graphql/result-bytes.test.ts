import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'

const megabyte = 'x'.repeat(1_000_000)
const entries = 12

let app: TestApp
let guest: Person
let roomId: string
beforeAll(async () => {
  app = await createTestApp()
  guest = app.stranger()
  const { body } = await guest.rest('POST', '/api/rooms/officerooms', { userid: 'somebody' })
  roomId = (body as { room_id: string }).room_id
  for (let count = 0; count < entries; count += 1)
    await guest.rest('PUT', `/api/rooms/officerooms/${roomId}/logs`, { input_data: 'hi', output_data: megabyte })
})
afterAll(() => app.close())

const aliased = (count: number, selection: string) =>
  `query ($id: ID!) { room(id: $id) { ${Array.from({ length: count }, (_, at) => `a${String(at)}: ${selection}`).join(' ')} } }`

describe('the bytes of one result', () => {
  it('refuse a query that requests more, with only a code', async () => {
    const answer = await guest.graphql(aliased(15, 'entries(first: 100) { nodes { outputData } }'), { id: roomId })
    expect(answer.data).toBeNull()
    expect(answer.errors).toHaveLength(1)
    expect(answer.errors[0]).toMatchObject({
      message: 'The result has more than 8 MiB: ask for fewer rows or fields',
      extensions: { code: 'RESULT_TOO_LARGE' },
    })
  })

  it('include a row that the document repeats under many names', async () => {
    const names = Array.from({ length: 14 }, (_, at) => `a${String(at)}: outputData`).join(' ')
    const query = `query ($id: ID!) { room(id: $id) { entries(first: 1) { nodes { ${names} } } } }`
    const answer = await guest.graphql(query, { id: roomId })
    expect(answer.errors[0]?.extensions.code).toBe('RESULT_TOO_LARGE')
  })

  it('are counted separately for the next query', async () => {
    for (let count = 0; count < 3; count += 1) {
      const answer = await guest.graphql(aliased(5, 'entries(first: 1) { nodes { outputData } }'), { id: roomId })
      expect(answer.errors).toEqual([])
    }
  })

  it('are bounded over a socket too, which continues afterwards', async () => {
    const client = createClient({ url: `${app.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket })
    const ask = async (count: number): Promise<unknown> => {
      const query = aliased(count, 'entries(first: 100) { nodes { outputData } }')
      for await (const { errors = [] } of client.iterate({ query, variables: { id: roomId } }))
        return errors[0]?.extensions?.['code']
      return 'no answer'
    }
    expect(await ask(15)).toBe('RESULT_TOO_LARGE')
    expect(await ask(1)).toBeUndefined()
    await client.dispose()
  })

  it('do not bound a REST list, which is complete', async () => {
    const { status, body } = await guest.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)
    expect(status).toBe(200)
    expect((body as { output_data: string }[]).map(({ output_data }) => output_data.length)).toEqual(
      Array.from({ length: entries }, () => megabyte.length),
    )
  })
})
