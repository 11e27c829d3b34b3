import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import type { Person } from '../support/app/person.js'
import { called, mcpClient, mcpKey } from '../support/mcp/mcp-client.js'
import { started } from '../support/replies/completion-fixture.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
let client: Client
beforeAll(async () => {
  const env = { LOCAL_MODEL: 'scripted:?reply=Hello&delayMs=1', MESSAGE_LIMIT: '100000', RATE_LIMITS: noLimits }
  app = await createTestApp({ env, wrap: tap.wrap })
  ada = await app.person('ada')
  client = await mcpClient(app.url, (await mcpKey(ada)).text)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

interface Room {
  readonly messages: readonly { readonly index: number; readonly message: string }[]
  readonly olderPage: string | null
  readonly newerPage: string | null
}

it('a page of a room has as much text as a result may have, and the pages have everything once', async () => {
  const roomId = await ada.room()
  for (let index = 1; index <= 5; index += 1) {
    await ada.say(roomId, `${index}`.repeat(32_000))
    await app.idle()
  }
  const pages: number[][] = []
  for (let before: string | undefined; pages.length < 9;) {
    const page = (await called(client, 'read_room', { roomId, ...(before && { before }) })) as unknown as Room
    expect(JSON.stringify(page).length).toBeLessThan(110_000)
    pages.push(page.messages.map(({ index }) => index))
    if (page.olderPage === null) break
    before = page.olderPage
  }
  expect(pages).toEqual([
    [3, 4, 5],
    [1, 2],
  ])
  const last = (await called(client, 'read_room', { roomId, limit: 1 })) as unknown as Room
  const first = (await called(client, 'read_room', { roomId, before: last.olderPage, limit: 4 })) as unknown as Room
  expect(first.messages.map(({ index }) => index)).toEqual([2, 3, 4])
  const newer = (await called(client, 'read_room', { roomId, after: first.newerPage })) as unknown as Room
  expect(newer.messages.map(({ index }) => index)).toEqual([5])
})

it('a long text says that it is cut, and by how much, and no character is halved', async () => {
  const roomId = await ada.room()
  await ada.say(roomId, `a${'😀'.repeat(40_000)}`)
  await app.idle()
  const { messages } = (await called(client, 'read_room', { roomId })) as unknown as Room
  const text = messages[0]?.message ?? ''
  expect(text.slice(0, 5)).toBe('a😀😀')
  expect(text.isWellFormed()).toBe(true)
  expect(text).toMatch(/😀\n\[Cut by the server: 30,002 more characters are not shown\.\]$/)
})

it('an account has fifty calls at a time', async () => {
  tap.next = stall(started)
  const { replyId } = await called(client, 'send_message', { text: 'Wait', waitSeconds: 0 })
  const calls = Array.from({ length: 50 }, () => called(client, 'read_reply', { replyId }))
  const oneMore = () => called(client, 'list_rooms').then(() => 'answered', String)
  await until('one more is refused', async () => (await oneMore()).includes('Too many requests'))
  await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: replyId })
  const ended = await Promise.all(calls)
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['CANCELLED']))
  expect(await oneMore()).toBe('answered')
})
