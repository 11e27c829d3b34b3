import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { HostedServer } from '../support/ai-workers/hosted-server.js'
import { SearchServer } from '../support/ai-workers/search-server.js'
import { DataExportFixture, downloaded } from '../support/accounts/data-export-fixture.js'
import { unzip } from '../support/accounts/unzip.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { half, RunFixture, started } from '../support/replies/run-fixture.js'
import { course, stall } from '../support/replies/tapped-generator.js'
import { cancel } from '../support/accounts/usage-fixture.js'

const reply = 'A sail is in sight.'
const page = (n: number) => ({ title: `Page ${n}`, content: `Windlass ${n}`, url: `https://x.example/${n}` })
const answerOf = (...results: object[]) => JSON.stringify({ results })
const sourceOf = (n: number) => ({
  ...{ kind: 'WEB', number: n, title: `Page ${n}`, link: `https://x.example/${n}`, file: null, place: null },
  passage: `Windlass ${n}`,
})
const source = 'kind number title link file place passage'
const searched = `webSearch { state query } sources { ${source} }`

interface Step {
  readonly status: string
  readonly webSearch: { readonly state: string; readonly query: string } | null
}

let server: SearchServer
let hosted: HostedServer
let app: TestApp
let ada: Person
let roomId: string
beforeAll(async () => {
  server = await SearchServer.open()
  hosted = await HostedServer.open()
  app = await createTestApp({
    env: {
      LOCAL_MODEL: `scripted:?${new URLSearchParams({ reply, delayMs: '1' }).toString()}`,
      SEARCH_PROVIDER: 'searxng',
      SEARCH_URL: server.url,
      HOSTED_BASE_URL: hosted.url,
      HOSTED_API_KEY: 'key',
      HOSTED_MODELS: '{"hosted4.1":{"model":"good","contextTokens":300}}',
    },
  })
  ada = await app.person('ada')
})
afterAll(async () => {
  await app.close()
  await hosted.close()
  await server.close()
})
beforeEach(async () => {
  roomId = await ada.room()
  server.says(answerOf(page(1), page(2)))
})

async function send(text = 'Hello', more: object = {}): Promise<string> {
  const input = { roomId, text, searchAccess: true, ...more }
  const query = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
  const { sendMessage } = await ada.data(query, { input })
  return (sendMessage as { generation: { id: string } }).generation.id
}

/** The reply of a message, once it has ended. */
async function replied(text?: string, more?: object): Promise<string> {
  const id = await send(text, more)
  await watch(ada, id)
  return id
}

const generation = async (id: string) =>
  (
    await ada.data(
      `query ($id: ID!) { generation(id: $id) { status text ${searched} entry { sources { number } } } }`,
      {
        id,
      },
    )
  )['generation']

const entry = async (index = 1) =>
  (
    (
      await ada.data(
        `query ($id: ID!, $index: Int!) { room(id: $id) { entry(index: $index) {
          version outputData sources { ${source} } alternatives { number shown sources { number title } }
        } } }`,
        { id: roomId, index },
      )
    )['room'] as { entry: Record<string, unknown> }
  ).entry

/** Adds the events of a generation until its end. */
async function follow(id: string, steps: Step[]): Promise<void> {
  const query = 'subscription ($id: ID!) { generation(id: $id) { status webSearch { state query } } }'
  const client = ada.socket()
  try {
    for await (const { data } of client.iterate<{ generation: Step }>({ query, variables: { id } }))
      if (data) steps.push(data.generation)
  } finally {
    await client.dispose()
  }
}

/** An answer of the search engine that the test gives later. */
function heldAnswer(): (text: string) => Promise<void> {
  let held: ServerResponse | undefined
  server.does((_, response) => (held = response))
  return async (text) => {
    await until('the engine is asked', () => held !== undefined)
    held?.end(text)
  }
}

describe('the search of the web for a reply', () => {
  it('is reported to subscribers while it runs, and its sources stay with the reply', async () => {
    const answer = heldAnswer()
    const id = await send('What is a windlass?')
    const steps: Step[] = []
    const followed = follow(id, steps)
    const search = { query: 'What is a windlass?' }
    await until(
      'a subscriber knows that it searches',
      () => steps,
      (seen) => seen.some(({ webSearch }) => webSearch?.state === 'SEARCHING'),
    )
    expect(await generation(id)).toMatchObject({ text: '', webSearch: { ...search, state: 'SEARCHING' }, sources: [] })
    await answer(answerOf(page(1), page(2)))
    await followed
    expect(steps.at(-1)).toEqual({ status: 'COMPLETED', webSearch: { ...search, state: 'ENDED' } })
    const sources = [sourceOf(1), sourceOf(2)]
    expect(await generation(id)).toEqual({
      ...{ status: 'COMPLETED', text: reply, sources, webSearch: { ...search, state: 'ENDED' } },
      entry: { sources: [{ number: 1 }, { number: 2 }] },
    })
    expect(await entry()).toMatchObject({ outputData: reply, sources, alternatives: [{ number: 1, shown: true }] })
  })

  it('is null, and its sources are empty, for a message without search access and in a room with a character', async () => {
    const without = { webSearch: null, sources: [] }
    expect(await generation(await replied('Hello', { searchAccess: false }))).toMatchObject(without)
    expect(await entry()).toMatchObject({ sources: [], alternatives: [{ sources: [] }] })
    roomId = await ada.room('chat')
    expect(await generation(await replied())).toMatchObject(without)
    expect(server.asked).toEqual([])
  })

  it('lets the reply go on when it fails, and says so', async () => {
    server.says('too many', 429)
    const failed = { webSearch: { state: 'FAILED', query: 'Hello' }, sources: [] }
    expect(await generation(await replied())).toMatchObject({ status: 'COMPLETED', text: reply, ...failed })
    expect(await entry()).toMatchObject({ outputData: reply, sources: [] })
  })

  it('may find nothing', async () => {
    server.says(answerOf())
    const nothing = { webSearch: { state: 'ENDED' }, sources: [] }
    expect(await generation(await replied())).toMatchObject({ status: 'COMPLETED', ...nothing })
  })

  it('keeps no source that did not fit the context of the model', async () => {
    server.says(answerOf(...Array.from({ length: 10 }, (_, n) => ({ ...page(n), content: 'word '.repeat(90) }))))
    const leftOut = { webSearch: { state: 'LEFT_OUT' }, sources: [] }
    expect(await generation(await replied('Hello', { model: 'hosted4.1' }))).toMatchObject(leftOut)
    expect(await entry()).toMatchObject({ sources: [] })
    server.says(answerOf(page(1)))
    const given = { webSearch: { state: 'ENDED' }, sources: [sourceOf(1)] }
    expect(await generation(await replied('Hello', { model: 'hosted4.1' }))).toMatchObject(given)
  })

  it('keeps at most ten sources, as short plain texts with links to pages', async () => {
    const hostile = { title: '<img src=x onerror=alert(1)>\u202e'.repeat(100), content: '\0<b>x</b> '.repeat(1_000) }
    const links = ['javascript:alert(1)', 'data:text/html,x', 'https://good@evil.example/']
    const many = Array.from({ length: 12 }, (_, n) => ({ ...hostile, url: `https://x.example/${n}` }))
    server.says(answerOf(...links.map((url) => ({ ...hostile, url })), ...many))
    await replied()
    const { sources } = (await entry()) as { sources: Record<'title' | 'link' | 'passage', string>[] }
    expect(sources).toHaveLength(10)
    for (const { title, link, passage } of sources) {
      expect(link).toMatch(/^https:\/\/x\.example\/\d+$/)
      expect(`${title}${passage}`).not.toMatch(/[<>]|\p{C}/u)
      expect(Array.from(title).length).toBeLessThanOrEqual(200)
      expect(Array.from(passage).length).toBeLessThanOrEqual(500)
    }
  })
})

describe('the sources of an entry', () => {
  const regenerate = async (searchAccess: boolean) => {
    const query = `mutation ($roomId: ID!, $searchAccess: Boolean) {
      regenerate(roomId: $roomId, index: 1, searchAccess: $searchAccess) { generation { id } }
    }`
    const { regenerate: made } = await ada.data(query, { roomId, searchAccess })
    await watch(ada, (made as { generation: { id: string } }).generation.id)
  }

  it('are those of the reply that it shows, and each alternative keeps its own', async () => {
    await replied()
    server.says(answerOf(page(7)))
    await regenerate(true)
    await regenerate(false)
    const numbers = (titles: readonly string[]) => titles.map((title, n) => ({ number: n + 1, title }))
    const alternatives = [numbers(['Page 1', 'Page 2']), numbers(['Page 7']), []].map((sources, n) => ({
      ...{ number: n + 1, sources },
    }))
    expect(await entry()).toMatchObject({ sources: [], alternatives })
    const choose = `mutation ($roomId: ID!, $alternative: Int!) {
      chooseAlternative(roomId: $roomId, index: 1, alternative: $alternative) { entry { sources { title } } }
    }`
    expect(await ada.data(choose, { roomId, alternative: 2 })).toEqual({
      chooseAlternative: { entry: { sources: [{ title: 'Page 7' }] } },
    })
    const update = `mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { sources { title } } } }`
    const input = { roomId, index: 1, inputData: 'Hello', outputData: 'By hand' }
    expect(await ada.data(update, { input })).toEqual({ updateLogEntry: { entry: { sources: [] } } })
    expect(await entry()).toMatchObject({ alternatives: [...alternatives, { number: 4, sources: [] }] })
  })

  it('stay when the reply goes on', async () => {
    await replied()
    const query = 'mutation ($roomId: ID!) { continueReply(roomId: $roomId, index: 1) { generation { id } } }'
    const { continueReply } = await ada.data(query, { roomId })
    await watch(ada, (continueReply as { generation: { id: string } }).generation.id)
    expect(await entry()).toMatchObject({ version: 2, sources: [sourceOf(1), sourceOf(2)] })
  })

  it('are found by no search', async () => {
    await replied('What is a winch?')
    const query =
      'query ($query: String!, $roomId: ID) { searchEntries(query: $query, roomId: $roomId) { nodes { entry { index } } } }'
    const found = async (words: string) =>
      ((await ada.data(query, { query: words, roomId }))['searchEntries'] as { nodes: object[] }).nodes.length
    expect([await found('winch'), await found('windlass'), await found('x.example')]).toEqual([1, 0, 0])
  })
})

describe('the sources of a generation', () => {
  const search = { kind: 'search', query: 'Hello' } as const
  const sources = [{ ...sourceOf(1), kind: 'WEB' as const }]
  const found = { ...search, state: 'ENDED', sources } as const
  let fixture: RunFixture
  beforeAll(async () => {
    fixture = await RunFixture.open()
  })
  afterAll(() => fixture.app.close())
  const read = async (id: string) =>
    (
      await fixture.ada.data(
        `query ($id: ID!) { generation(id: $id) { status ${searched} entry { outputData sources { title } } } }`,
        { id },
      )
    )['generation']

  it('are kept with the text so far of a cancelled reply', async () => {
    fixture.runs(stall(started, { ...search, state: 'SEARCHING', sources: [] }, found, half))
    const { id } = await fixture.say()
    await fixture.until(id, ({ delta }) => delta !== '')
    await cancel(fixture.ada, id)
    expect(await read(id)).toEqual({
      ...{ status: 'CANCELLED', webSearch: { state: 'ENDED', query: 'Hello' }, sources },
      entry: { outputData: half.delta, sources: [{ title: 'Page 1' }] },
    })
  })

  it('are those of its last run', async () => {
    const again = [{ ...sources[0], title: 'Another' }] as typeof sources
    const lost = async function* () {
      yield* course(started, found, half)(AbortSignal.abort())
      throw new Error('stop')
    }
    fixture.runs(lost)
    const { id } = await fixture.say()
    await watch(fixture.ada, id)
    expect(await read(id)).toMatchObject({ status: 'FAILED', sources, entry: null })
    const end = { kind: 'end', outcome: 'completed' } as const
    const delta = { kind: 'delta', attempt: 1, offset: 0, delta: 'whole' } as const
    fixture.runs(course(found, started, { ...found, sources: again }, delta, end))
    const next = await fixture.say()
    await watch(fixture.ada, next.id)
    expect(await read(next.id)).toMatchObject({ entry: { outputData: 'whole', sources: [{ title: 'Another' }] } })
  })
})

it('an export has the sources of each reply, and of a reply without an entry', async () => {
  const exporting = await DataExportFixture.open()
  try {
    const person = await exporting.app.person('ada')
    const room = await person.room()
    const sources = [{ ...sourceOf(1), kind: 'WEB' as const }]
    const found = { kind: 'search', query: 'Hello', state: 'ENDED', sources } as const
    const delta = { kind: 'delta', attempt: 1, offset: 0, delta: reply } as const
    exporting.tap.next = course(started, found, delta, { kind: 'end', outcome: 'completed' })
    await watch(person, await person.say(room))
    exporting.tap.next = course(started, found, { kind: 'end', outcome: 'failed', reason: 'generation_failed' })
    await watch(person, await person.say(room))
    await exporting.exported(person)
    const files = await unzip((await downloaded(await exporting.linkOf(person))).bytes)
    expect(JSON.parse(String(files.get('entries.jsonl')))).toMatchObject({
      alternatives: [{ outputData: reply, sources }],
    })
    const webSearch = { state: 'ENDED', query: 'Hello' }
    expect(JSON.parse(String(files.get('generations.jsonl')))).toMatchObject({ status: 'FAILED', webSearch, sources })
  } finally {
    await exporting.close()
  }
})
