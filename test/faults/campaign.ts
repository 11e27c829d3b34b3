import { setTimeout as pause } from 'node:timers/promises'
import { Talker } from '../cluster/clients/talker.js'
import type { Check as TalkCheck } from '../cluster/findings.js'
import { verifyStores, verifyTalker } from '../cluster/verify.js'
import { finalStates } from '../crash/writers/follower.js'
import { watchGeneration } from '../crash/writers/watch-generation.js'
import { Findings } from '../crash/findings.js'
import type { Random } from '../crash/random.js'
import { Person } from '../support/app/person.js'
import type { Fault, Installation } from './fault.js'
import type { Check } from './findings.js'
import { ClientView } from './views/client-view.js'
import { OperatorView } from './views/operator-view.js'

/** A row of the table. */
export interface Row {
  readonly fault: string
  readonly client: string
  readonly operator: string
  /** Seconds. */
  readonly back: string
  readonly lost: string
}

interface Campaign {
  readonly random: Random
  readonly findings: Findings<Check>
  readonly say: (line: string) => void
}

const people = 3
const patienceMs = 120_000
/** So long everything must succeed before an installation counts as well. */
const wellMs = 3_000
const healthMs = 1_000

/** Tries one fault after the other while clients talk, and looks at each from both sides. */
export async function tryFaults<Subject extends Installation>(
  place: Subject,
  faults: readonly Fault<Subject>[],
  campaign: Campaign,
): Promise<Row[]> {
  const rows: Row[] = []
  const names = Array.from({ length: people + 1 }, (_, index) => `person${index + 1}`)
  const [reader, ...talkative] = await Promise.all(names.map((name) => Person.register(place.url, name)))
  if (!reader) return rows
  for (const fault of faults) {
    const row = await tryFault(fault, place, { ...campaign, reader, talkative })
    campaign.say(
      `${row.fault}\n  client: ${row.client}\n  operator: ${row.operator}\n  back: ${row.back}; lost: ${row.lost}`,
    )
    rows.push(row)
  }
  return rows
}

interface Trial extends Campaign {
  readonly reader: Person
  readonly talkative: readonly Person[]
}

async function tryFault<Subject extends Installation>(
  fault: Fault<Subject>,
  place: Subject,
  trial: Trial,
): Promise<Row> {
  const { findings, random, reader } = trial
  findings.kills += 1
  const talk = new Findings<TalkCheck>()
  const losses = () => (fault.endsRuns === true ? 2 : 0)
  const talkers = await Promise.all(
    trial.talkative.map(async (person, index) => {
      const roomId = await person.room(index % 2 === 0 ? 'chat' : 'office')
      const { engine } = place
      const surroundings = { engine, findings: talk, losses, ownersLost: () => 1, patienceMs, random: random.branch() }
      return new Talker(findings.kills * 10 + index, person, roomId, surroundings)
    }),
  )
  const client = new ClientView(reader, await reader.room())
  const operator = new OperatorView(place.doors, place.daemons)
  const stopTalking = new AbortController()
  const stopLooking = new AbortController()
  const talking = Promise.all(talkers.map((talker) => talker.talk(stopTalking.signal)))
  const looking = Promise.all([client.watch(stopLooking.signal), operator.watch(stopLooking.signal)])
  await pause(2_000)
  const begunAt = performance.now()
  await fault.strike(place)
  const overAt = performance.now()
  const repliedAt = reply(reader, overAt + patienceMs)
  const wellAt = await recovered(client, overAt)
  const back = { requests: wellAt - overAt, replies: (await repliedAt) - overAt }
  stopTalking.abort()
  await talking
  stopLooking.abort()
  await looking
  for (const talker of talkers) await verifyTalker(talker, { engine: place.engine, findings: talk, losses: losses() })
  await verifyStores(place.operator, talk)
  const lost = [...(await client.lost()), ...talk.violations.map(({ evidence }) => evidence)]
  const writes = client.answers.filter(({ kind }) => kind === 'write')
  const slowestWriteMs = Math.max(...writes.map(({ ms }) => ms))
  const refusedReads = client.answers.filter(({ kind, refusal }) => kind === 'read' && refusal !== undefined)
  const seen = operator.describe()
  const expect = (check: Check, isSo: boolean, evidence: string) =>
    findings.expect(check, isSo, () => `${fault.name}: ${evidence}`)
  if (fault.readsGoOn === true) expect('reads', refusedReads.length === 0, client.describe('read', begunAt))
  if (fault.writesWithinMs !== undefined)
    expect('waits', slowestWriteMs <= fault.writesWithinMs, client.describe('write', begunAt))
  if (fault.isSilent !== true) expect('health', operator.slowestMs <= healthMs, seen)
  expect('named', fault.named.test(seen), seen)
  const within = Math.max(back.requests, back.replies)
  expect('recovers', within <= fault.backWithinMs, `requests ${back.requests} ms, replies ${back.replies} ms`)
  expect('kept', lost.length === 0, lost.slice(0, 3).join('\n'))
  const seconds = (ms: number) => (Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : 'never')
  return {
    fault: fault.name,
    client: `${client.describe('read', begunAt)}; ${client.describe('write', begunAt)}`,
    operator: seen,
    back: `requests ${seconds(back.requests)}, replies ${seconds(back.replies)}`,
    lost: lost.length === 0 ? 'nothing' : `${lost.length}`,
  }
}

/** When reads and writes succeed again, for some seconds; Infinity when they do not in time. */
async function recovered(client: ClientView, overAt: number): Promise<number> {
  while (performance.now() < overAt + patienceMs) {
    const read = client.wellFrom('read', overAt)
    const write = client.wellFrom('write', overAt)
    const wellAt = read !== undefined && write !== undefined ? Math.max(read, write) : Infinity
    if (performance.now() - wellAt >= wellMs) return wellAt
    await pause(100)
  }
  return Infinity
}

/** When a message that is sent from now on, until one is accepted, has its reply; Infinity when there is none by `latest`. */
async function reply(person: Person, latest: number): Promise<number> {
  while (performance.now() < latest)
    try {
      const id = await person.say(await person.room(), 't9-m9')
      for (let status = ''; !finalStates.includes(status);)
        await watchGeneration(person, { id, after: undefined }, (event) => (status = event.status))
      return performance.now()
    } catch {
      await pause(250)
    }
  return Infinity
}
