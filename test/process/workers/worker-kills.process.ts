import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { at, Person } from '../../support/app/person.js'
import { Processes, type Started } from '../../support/app/processes.js'

const reply = 'abcdefghijklmnopqrst'
const environment = {
  ROLES: 'app,gateway,office,character',
  LOCAL_MODEL: `scripted:?chunks=10&delayMs=10&reply=${reply}`,
  AI_GATEWAY_PORT: '0',
  AI_OFFICE_PORT: '0',
  AI_CHARACTER_PORT: '0',
}
const portNames = {
  app: 'APP_PORT',
  gateway: 'AI_GATEWAY_PORT',
  office: 'AI_OFFICE_PORT',
  character: 'AI_CHARACTER_PORT',
}
const bodies = {
  office: { input_data: 'Hello' },
  character: { input_data: 'Hello', character_name: 'Bo', greeting: '', context: '' },
}
type Kind = keyof typeof bodies

interface Talk {
  readonly person: Person
  readonly roomId: string
  readonly kind: Kind
}
interface Generation {
  readonly id: string
  readonly status: string
  readonly text: string
  readonly entry: { readonly outputData: string } | null
}

let processes: Processes
let server: Started
const talks: Talk[] = []

beforeAll(async () => {
  processes = await Processes.create()
  server = await processes.start(environment)
  for (const name of ['ada', 'bob', 'cyd']) {
    const person = await Person.register(server.url, name)
    for (const kind of ['office', 'character', 'office', 'character'] as const) {
      talks.push({ person, kind, roomId: await person.room(kind === 'office' ? 'office' : 'chat') })
    }
  }
})
afterAll(() => processes.close())

const gateway = () => new Person(`http://127.0.0.1:${String(server.ports['gateway'])}`)

/** JSON callers at the gateway, one after the other until they are stopped; collects their answers. */
function callers(kind: Kind) {
  const answers: { status: number; text: string }[] = []
  const over = new AbortController()
  const done = (async () => {
    while (!over.signal.aborted) {
      // a broken connection counts as an answer: the caller knows that it gets none
      const asked = gateway().rest('POST', `/${kind}/Local`, bodies[kind])
      answers.push(await asked.catch(() => ({ status: 0, text: '' })))
    }
  })()
  const stop = async () => {
    over.abort()
    await done
    return answers
  }
  /** Whether the last two answers were 200: one may come over a connection from before the kill. */
  const isServed = () => answers.slice(-2).every(({ status }) => status === 200)
  return { stop, isServed }
}

const generationOf = async ({ person }: Talk, id: string) => {
  const query = 'query ($id: ID!) { generation(id: $id) { id status text entry { outputData } } }'
  const { generation } = await person.movedTo(server.url).data(query, { id })
  return generation as Generation
}

async function ended(talk: Talk, id: string): Promise<Generation> {
  const hasEnded = ({ status }: Generation) => status !== 'QUEUED' && status !== 'RUNNING'
  return until('the reply has ended', () => generationOf(talk, id), hasEnded)
}

/**
 * Sends one message in every room, with callers at the gateway, runs `kill` in the middle, and checks all promises
 * afterwards.
 */
async function underLoad(kill: () => Promise<void>) {
  const json = { office: callers('office'), character: callers('character') }
  const said = await Promise.all(
    talks.map(async (talk) => ({ talk, id: await talk.person.movedTo(server.url).say(talk.roomId) })),
  )
  const [first] = said
  if (!first) throw new Error('there are no rooms')
  await until(
    'the first reply is complete',
    async () => (await generationOf(first.talk, first.id)).status === 'COMPLETED',
  )
  await kill()
  for (const { talk, id } of said) {
    const generation = await ended(talk, id)
    expect(generation).toMatchObject({ status: 'COMPLETED', text: reply, entry: { outputData: reply } })
  }
  await until('both services answer', () => json.office.isServed() && json.character.isServed())
  return { office: await json.office.stop(), character: await json.character.stop() }
}

const whole = { status: 200, text: JSON.stringify(reply) }
const isBroken = ({ status }: { status: number }) => [0, 500, 502, 503].includes(status)

it.each<[Kind, Kind]>([
  ['office', 'character'],
  ['character', 'office'],
])('a killed %s worker fails no reply of a room, and nothing of the %s worker', async (kind, other) => {
  const answers = await underLoad(() => {
    process.kill(server.workerPid(kind), 'SIGKILL')
    return Promise.resolve()
  })
  for (const answer of answers[other]) expect(answer).toMatchObject(whole)
  for (const answer of answers[kind]) if (!isBroken(answer)) expect(answer).toMatchObject(whole)
  expect(answers[kind].at(-1)).toMatchObject(whole)
})

it('a killed main process fails no reply of a room, and its workers end with it', async () => {
  const answers = await underLoad(async () => {
    await server.stop('SIGKILL')
    const ports: Record<string, string> = {}
    for (const [role, name] of Object.entries(portNames)) ports[name] = String(server.ports[role])
    server = await processes.start({ ...environment, ...ports })
  })
  for (const kind of ['office', 'character'] as const) {
    for (const answer of answers[kind]) if (!isBroken(answer)) expect(answer).toMatchObject(whole)
    expect(answers[kind].at(-1)).toMatchObject(whole)
  }
})

it('rooms contain exactly the completed replies, each once', async () => {
  const kept = await Promise.all(
    talks.map(async ({ person, roomId }) => {
      const query = `query ($id: ID!) { room(id: $id) {
        entries(first: 100) { edges { node { index outputData } } }
        generations(first: 100) { edges { node { status } } }
      } }`
      const { room } = await person.movedTo(server.url).data(query, { id: roomId })
      const { entries, generations } = room as Readonly<
        Record<'entries' | 'generations', { edges: { node: Readonly<Record<string, unknown>> }[] }>
      >
      const completed = generations.edges.filter(({ node }) => node['status'] === 'COMPLETED')
      expect(generations.edges).toHaveLength(3)
      expect(entries.edges.map(({ node }) => at(node, 'outputData'))).toEqual(completed.map(() => reply))
      return entries.edges.length
    }),
  )
  const sum = kept.reduce((total, count) => total + count, 0)
  expect(sum).toBe(3 * talks.length)
})
