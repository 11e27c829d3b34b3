import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { DataExportFixture, downloaded } from '../support/accounts/data-export-fixture.js'
import { unzip } from '../support/accounts/unzip.js'
import { cancel, tokensOf } from '../support/accounts/usage-fixture.js'
import { at, type Person } from '../support/app/person.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { runSql } from '../support/app/raw-sql.js'
import { watch, type WatchedEvent } from '../support/app/watch.js'
import { dataIn } from '../support/http/sse.js'
import { half, losing, RunFixture, started } from '../support/replies/run-fixture.js'
import { course, stall, type Course } from '../support/replies/tapped-generator.js'
import { continueReply } from '../support/rooms/log-queries.js'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await RunFixture.open()
})
afterAll(() => fixture.app.close())

const most = 64_000
const thought = (offset: number, delta: string, attempt = 1): ReplyProgress => ({
  kind: 'thought',
  attempt,
  offset,
  delta,
})
const text = (offset: number, delta: string, attempt = 1): ReplyProgress => ({ kind: 'delta', attempt, offset, delta })
const completed: ReplyProgress = { kind: 'end', outcome: 'completed' }
const thinking = [started, thought(0, 'First the harbour, '), thought(19, 'then the ship.')] as const
const thoughts = 'First the harbour, then the ship.'
const whole = course(...thinking, text(0, 'Ahoy, '), text(6, 'sailor.'), completed)
const reply = 'Ahoy, sailor.'

/** Waits for `gate` before the next steps. */
const gated = (first: readonly ReplyProgress[], gate: AbortSignal, then: readonly ReplyProgress[]): Course =>
  async function* () {
    yield* first
    if (!gate.aborted) await once(gate, 'abort')
    yield* then
  }

interface ThinkingEvent extends WatchedEvent {
  readonly thoughtsOffset: number | null
  readonly thoughtsDelta: string | null
}

const query = `subscription ($id: ID!, $after: String) { generation(id: $id, after: $after) { ...Step } }
  fragment Step on GenerationEvent { attempt offset delta cursor status ... on GenerationEvent { thoughtsOffset thoughtsDelta } }`

async function* thinkingEvents(
  person: Person,
  id: string,
  after?: string,
): AsyncGenerator<ThinkingEvent, void, undefined> {
  const client = person.eventStream()
  try {
    for await (const { data } of client.iterate<{ generation: ThinkingEvent }>({ query, variables: { id, after } }))
      if (data) yield data.generation
  } finally {
    client.dispose()
  }
}

async function allOf<T>(events: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const event of events) found.push(event)
  return found
}

const folded = (events: readonly ThinkingEvent[]) =>
  events.reduce(
    (kept, { offset, delta, thoughtsOffset, thoughtsDelta }) => ({
      text: kept.text.slice(0, offset) + delta,
      thoughts: thoughtsDelta === null ? kept.thoughts : kept.thoughts.slice(0, thoughtsOffset ?? 0) + thoughtsDelta,
    }),
    { text: '', thoughts: '' },
  )

const read = async (id: string) =>
  (
    await fixture.ada.data(
      `query ($id: ID!) { generation(id: $id) {
        status attempt text thoughts
        entry { outputData thoughts alternatives { number outputData thoughts shown } }
      } }`,
      { id },
    )
  )['generation']

async function untilThought(id: string, ends: string): Promise<ThinkingEvent> {
  for await (const event of thinkingEvents(fixture.ada, id)) if (event.thoughtsDelta?.endsWith(ends)) return event
  throw new Error('it has ended')
}

describe('the thoughts of a reply', () => {
  it('stream before its text and are kept with its entry, apart from it', async () => {
    const gate = new AbortController()
    fixture.runs(gated(thinking, gate.signal, [text(0, reply), completed]))
    const { id } = await fixture.say()
    const early = allOf(thinkingEvents(fixture.ada, id))
    const thinks = await untilThought(id, 'ship.')
    expect(thinks).toMatchObject({ offset: 0, delta: '', status: 'RUNNING' })
    expect(await read(id)).toMatchObject({ status: 'RUNNING', text: '', thoughts, entry: null })
    gate.abort()
    const events = await early
    expect(folded(events)).toEqual({ text: reply, thoughts })
    expect(events.findIndex(({ thoughtsDelta }) => thoughtsDelta)).toBeLessThan(events.findIndex(({ delta }) => delta))
    expect(await read(id)).toEqual({
      ...{ status: 'COMPLETED', attempt: 1, text: reply, thoughts },
      entry: {
        ...{ outputData: reply, thoughts },
        alternatives: [{ number: 1, outputData: reply, thoughts, shown: true }],
      },
    })
    expect(fixture.tap.lastJob).toMatchObject({ readsThoughts: true })
  })

  it('come again from their beginning after a reconnect, while offset and cursor count the text', async () => {
    const gate = new AbortController()
    fixture.runs(gated([...thinking, text(0, 'Ahoy, ')], gate.signal, [text(6, 'sailor.'), completed]))
    const { id } = await fixture.say()
    const [seen] = (await fixture.until(id, ({ delta }) => delta !== '')).slice(-1)
    gate.abort()
    await fixture.app.idle()
    const [first, ...others] = await allOf(thinkingEvents(fixture.ada, id, seen?.cursor))
    expect(others).toEqual([])
    expect(first).toMatchObject({ offset: 6, delta: 'sailor.', thoughtsOffset: 0, thoughtsDelta: thoughts })
    const [cursor] = (await watch(fixture.ada, id)).map((event) => event.cursor).slice(-1)
    expect(cursor).toBe(first?.cursor)
  })

  it('send no event to a client that does not select them, nor to the feed of the room', async () => {
    const [begin, gate] = [new AbortController(), new AbortController()]
    const roomId = await fixture.room()
    const [roomEvents, plain]: [string[], WatchedEvent[]] = [[], []]
    const socket = fixture.ada.socket()
    const feed = `subscription ($roomId: ID!) { roomEvents(roomId: $roomId) { __typename ... on GenerationChanged { generation { text status } } } }`
    const followed = (async () => {
      for await (const { data } of socket.iterate<{ roomEvents: { generation?: { status: string } } }>({
        query: feed,
        variables: { roomId },
      }))
        roomEvents.push(data?.roomEvents.generation?.status ?? '')
    })()
    fixture.tap.always = async function* (signal) {
      yield* gated([started], begin.signal, thinking.slice(1))(signal)
      yield* gated([], gate.signal, [text(0, reply), completed])(signal)
    }
    await until(
      'the feed has begun',
      () => roomEvents.length,
      (count) => count > 0,
    )
    const id = await fixture.ada.say(roomId)
    const watching = (async () => {
      const [client] = [fixture.ada.socket()]
      const document = 'subscription ($id: ID!) { generation(id: $id) { attempt offset delta cursor status } }'
      for await (const { data } of client.iterate<{ generation: WatchedEvent }>({ query: document, variables: { id } }))
        if (data) plain.push(data.generation)
      await client.dispose()
    })()
    await until(
      'it runs',
      () => plain.at(-1)?.status,
      (status) => status === 'RUNNING',
    )
    await until(
      'it runs in the feed',
      () => roomEvents.at(-1),
      (status) => status === 'RUNNING',
    )
    const before = [plain.length, roomEvents.length]
    begin.abort()
    await untilThought(id, 'ship.')
    expect([plain.length, roomEvents.length]).toEqual(before)
    gate.abort()
    await watching
    expect(plain.slice(before[0]).every(({ delta, status }) => delta !== '' || status === 'COMPLETED')).toBe(true)
    expect(Object.keys(plain.at(-1) ?? {})).not.toContain('thoughtsDelta')
    await socket.dispose()
    await followed.catch(() => undefined)
  })

  it('are not in any documented JSON, prompt, title or search', async () => {
    fixture.runs(
      course(started, thought(0, 'zanzibar'), text(0, reply), completed),
      course(started, text(0, 'Bye'), completed),
    )
    const { id, roomId } = await fixture.say()
    await fixture.app.idle()
    const answers = [
      await fixture.ada.rest('GET', `/generations/${id}`),
      await fixture.ada.rest('GET', `/api/officerooms/${roomId}/logs`),
      await fixture.ada.rest('GET', `/api/rooms/${roomId}/logs/1/alternatives`),
      await fixture.ada.rest('GET', `/generations/${id}/stream`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { text: body } of answers) expect(body).not.toContain('zanzibar')
    expect(dataIn(answers[3] ?? { text: '' }).at(-1)).not.toHaveProperty('thoughtsDelta')
    await fixture.ada.say(roomId, 'Go on')
    await fixture.app.idle()
    expect(JSON.stringify(fixture.tap.lastJob)).not.toContain('zanzibar')
    expect(fixture.tap.lastJob.history).toMatchObject([{ inputData: 'Hello', outputData: reply }])
    const found = await fixture.ada.data(
      '{ hidden: searchEntries(query: "zanzibar") { nodes { entry { index } } } shown: searchEntries(query: "sailor") { nodes { entry { index } } } }',
    )
    expect(found).toEqual({ hidden: { nodes: [] }, shown: { nodes: [{ entry: { index: 1 } }] } })
    expect(
      JSON.stringify(
        await fixture.ada.data('query ($id: ID!) { room(id: $id) { name proposedTitle } }', { id: roomId }),
      ),
    ).not.toContain('zanzibar')
  })

  it('belong to each alternative, and change with the one that is shown', async () => {
    fixture.runs(
      whole,
      course(started, thought(0, 'Another way.'), text(0, 'Good day.'), completed),
      course(started, text(0, 'Hm.'), completed),
    )
    const { roomId } = await fixture.say()
    await fixture.app.idle()
    const regenerate = 'mutation ($roomId: ID!) { regenerate(roomId: $roomId, index: 1) { generation { id } } }'
    for (let times = 0; times < 2; times += 1) {
      await fixture.ada.data(regenerate, { roomId })
      await fixture.app.idle()
    }
    const entry = async () =>
      (
        await fixture.ada.data(
          'query ($id: ID!) { room(id: $id) { entries { nodes { outputData thoughts alternatives { thoughts } } } } }',
          { id: roomId },
        )
      )['room']
    const alternatives = [{ thoughts }, { thoughts: 'Another way.' }, { thoughts: null }]
    expect(await entry()).toEqual({ entries: { nodes: [{ outputData: 'Hm.', thoughts: null, alternatives }] } })
    const choose =
      'mutation ($roomId: ID!) { chooseAlternative(roomId: $roomId, index: 1, alternative: 2) { entry { index } } }'
    await fixture.ada.data(choose, { roomId })
    const chosen = { outputData: 'Good day.', thoughts: 'Another way.', alternatives }
    expect(await entry()).toEqual({ entries: { nodes: [chosen] } })
    const update = `mutation ($roomId: ID!) { updateLogEntry(input: { roomId: $roomId, index: 1, inputData: "Hello", outputData: "Mine" }) { entry { index } } }`
    await fixture.ada.data(update, { roomId })
    expect(await entry()).toMatchObject({ entries: { nodes: [{ outputData: 'Mine', thoughts: null }] } })
  })

  it('are cut after 64,000 characters, with a mark, and whole characters', async () => {
    const long = `${'x'.repeat(most - 1)}🙂${'y'.repeat(100)}`
    const pieces = [0, 30_000, 63_000, 64_050].map((from, at, all) => thought(from, long.slice(from, all[at + 1])))
    fixture.runs(course(started, ...pieces, thought(long.length, 'z'), text(0, reply), completed))
    const { id } = await fixture.say()
    const events = await allOf(thinkingEvents(fixture.ada, id))
    const cut = `${'x'.repeat(most - 1)}…`
    expect(folded(events)).toEqual({ text: reply, thoughts: cut })
    expect(await read(id)).toMatchObject({ thoughts: cut, entry: { thoughts: cut, outputData: reply } })
  })

  it('are kept by a cancelled reply: with an entry if it has text', async () => {
    fixture.runs(stall(...thinking), stall(...thinking, text(0, 'Ahoy')))
    const { id } = await fixture.say()
    await untilThought(id, 'ship.')
    await cancel(fixture.ada, id)
    expect(await read(id)).toEqual({ status: 'CANCELLED', attempt: 1, text: '', thoughts, entry: null })
    const next = await fixture.ada.say(await fixture.ada.room())
    await fixture.until(next, ({ delta }) => delta !== '')
    await cancel(fixture.ada, next)
    expect(await read(next)).toMatchObject({
      status: 'CANCELLED',
      text: 'Ahoy',
      entry: { outputData: 'Ahoy', thoughts },
    })
  })

  it('have their time, up to the text after them, for generation, event, entry and alternative', async () => {
    const late = (ms: number, step: ReplyProgress) => ({ ms, step })
    const delayed = (...steps: readonly ReturnType<typeof late>[]): Course =>
      async function* () {
        for (const { ms, step } of steps) {
          fixture.late += ms
          yield step
        }
      }
    const hour = 3_600_000
    const [first = started, second = started] = thinking.slice(1)
    const opening = [late(0, started), late(hour, first), late(4_000, second), late(8_000, text(0, 'Ahoy, '))]
    fixture.runs(delayed(...opening, late(hour, completed)))
    const { id, roomId } = await fixture.say()
    const timed = `query ($id: ID!) { generation(id: $id) {
      thoughtsMs entry { model thoughtsMs alternatives { thoughtsMs } } } }`
    const subscription = 'subscription ($id: ID!) { generation(id: $id) { status delta thoughtsDelta thoughtsMs } }'
    const client = fixture.ada.eventStream()
    const events = await allOf(
      client.iterate<{ generation: { thoughtsMs: number } }>({ query: subscription, variables: { id } }),
    )
    client.dispose()
    const ms = Number(events.at(-1)?.data?.generation.thoughtsMs)
    expect([ms >= 12_000, ms < hour]).toEqual([true, true])
    const entry = { model: 'Local', thoughtsMs: ms, alternatives: [{ thoughtsMs: ms }] }
    expect(await fixture.ada.data(timed, { id })).toEqual({ generation: { thoughtsMs: ms, entry } })
    fixture.runs(delayed(late(0, started), late(hour, first), late(5_000, text(0, 'sailor.')), late(hour, completed)))
    const next = at(await fixture.ada.data(continueReply, { roomId, index: 1 }), 'continueReply', 'generation', 'id')
    await fixture.app.idle()
    const { generation } = (await fixture.ada.data(timed, { id: next })) as {
      generation: { thoughtsMs: number; entry: { thoughtsMs: number } }
    }
    expect([generation.thoughtsMs >= 5_000, generation.thoughtsMs < hour]).toEqual([true, true])
    expect(generation.entry.thoughtsMs).toBe(ms + generation.thoughtsMs)
    fixture.runs(course(started, text(0, reply), completed))
    const { id: plain } = await fixture.say()
    await fixture.app.idle()
    expect(await fixture.ada.data(timed, { id: plain })).toMatchObject({
      generation: { thoughtsMs: null, entry: { thoughtsMs: null } },
    })
  })

  it('count as tokens, also those of a reply that failed without a text', async () => {
    fixture.runs(course(...thinking, { kind: 'end', outcome: 'failed', reason: 'generation_failed' }))
    await fixture.say()
    await fixture.app.idle()
    expect(await tokensOf(fixture.ada)).toBeGreaterThan(Math.ceil(thoughts.length / 4))
  })
})

describe('a reply whose worker is lost while it thinks', () => {
  it('thinks anew in its next attempt, whose thoughts replace those before', async () => {
    fixture.runs(losing([...thinking, half]), course(started, thought(0, 'Again.'), text(0, reply), completed))
    const { id } = await fixture.say()
    const events = await allOf(thinkingEvents(fixture.ada, id))
    expect(folded(events)).toEqual({ text: reply, thoughts: 'Again.' })
    expect(await read(id)).toMatchObject({ attempt: 2, thoughts: 'Again.', entry: { thoughts: 'Again.' } })
  })

  it('has no thoughts if the next attempt shows none', async () => {
    fixture.runs(losing(thinking), course(started, text(0, reply), completed))
    const { id } = await fixture.say()
    const events = await allOf(thinkingEvents(fixture.ada, id))
    expect(folded(events)).toEqual({ text: reply, thoughts: '' })
    expect(await read(id)).toMatchObject({ attempt: 2, thoughts: null, entry: { thoughts: null } })
  })

  it('is stored with its thoughts so far, which a restart reads', async () => {
    fixture.runs(stall(...thinking))
    const { id } = await fixture.say()
    await untilThought(id, 'ship.')
    const { database } = fixture.app.app
    const stored = () => database.read((db) => db.selectOne(GenerationTable, { id }, { columns: ['thoughts'] }))
    await until('it is stored', stored, (row) => row?.thoughts === thoughts)
    await cancel(fixture.ada, id)
  })
})

describe('the thoughts of an account', () => {
  it('are in its export, and go away with their entry and their room', async () => {
    const exporting = await DataExportFixture.open()
    try {
      const ada = await exporting.app.person('ada')
      const roomId = await ada.room()
      exporting.tap.next = whole
      await watch(ada, await ada.say(roomId))
      exporting.tap.next = course(...thinking, { kind: 'end', outcome: 'failed', reason: 'generation_failed' })
      await watch(ada, await ada.say(roomId))
      await exporting.exported(ada)
      const files = await unzip((await downloaded(await exporting.linkOf(ada))).bytes)
      expect(JSON.parse(String(files.get('entries.jsonl')))).toMatchObject({
        outputData: reply,
        alternatives: [{ outputData: reply, thoughts }],
      })
      expect(JSON.parse(String(files.get('generations.jsonl')))).toMatchObject({ status: 'FAILED', text: '', thoughts })
      const { database } = exporting.app.app
      const kept = () =>
        database.read((db) => runSql(db, "SELECT id FROM log_entries WHERE document LIKE '%then the ship%'"))
      expect(await kept()).toHaveLength(1)
      const remove = 'mutation ($roomId: ID!) { deleteLogEntry(roomId: $roomId, index: 1) { deletedIndex } }'
      await ada.data(remove, { roomId })
      expect(await kept()).toEqual([])
    } finally {
      await exporting.close()
    }
  })
})
