import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cpuMsOf } from '../processes.js'
import { until } from '../until.js'
import { startDeletionServer, type Contender, type DeletionServer } from './deletion-servers.js'

export type Act = 'save' | 'edit' | 'remove' | 'delete'
export const acts: readonly Act[] = ['save', 'edit', 'remove', 'delete']

/** Milliseconds of CPU of the server for one request. */
export type DeletionRound = Readonly<Record<Act, Readonly<Record<Contender, number>>>>

export interface DeletionsOptions {
  /** Each has servers of its own. */
  readonly starts: number
  readonly rounds: number
  readonly rooms: number
  readonly entriesPerRoom: number
  readonly folder: string
}

type Servers = Readonly<Record<Contender, DeletionServer>>
type Request = () => Promise<unknown>

const created = z.object({ 'Document ID': z.string() })
const user = { user_id: 'bench' }
const clients = 50

/** Measures saves and edits of entries, and deletions of rooms, on a server that overwrites what is deleted and on one that leaves it. */
export async function measureDeletions(options: DeletionsOptions): Promise<DeletionRound[]> {
  const measured: DeletionRound[] = []
  for (let start = 0; start < options.starts; start += 1) {
    const folder = join(options.folder, String(start))
    const overwriting = await startDeletionServer('overwriting', folder)
    const leaving = await startDeletionServer('leaving', folder)
    try {
      await measureRound({ overwriting, leaving }, { ...options, rooms: 10 }, 0)
      for (let round = 0; round < options.rounds; round += 1)
        measured.push(await measureRound({ overwriting, leaving }, options, start * options.rounds + round))
    } finally {
      await Promise.all([overwriting.stop(), leaving.stop()])
    }
  }
  return measured
}

async function measureRound(
  servers: Servers,
  { rooms, entriesPerRoom }: DeletionsOptions,
  round: number,
): Promise<DeletionRound> {
  const ids = {
    overwriting: await createRooms(servers.overwriting, rooms),
    leaving: await createRooms(servers.leaving, rooms),
  }
  const requestsOf = (act: Act, name: Contender): Request[] => {
    const send = (suffix: string, body: object) => () => sendJson(`${servers[name].url}/doclog/office/${suffix}`, body)
    const indexes = Array.from({ length: entriesPerRoom }, (_, index) => index + 1)
    const requests: Readonly<Record<Act, (id: string, index: number) => Request[]>> = {
      save: (id, index) => [send('save_log', { ...user, id, ...turn(index * 97 + round) })],
      edit: (id, index) => [send('update_log', { ...user, id, index, ...turn(index * 389 + round) })],
      remove: (id, index) => (index % 2 === 0 ? [send('delete_log', { ...user, id, index })] : []),
      delete: (id, index) => (index === 1 ? [send('delete_room', { ...user, id })] : []),
    }
    return indexes.flatMap((index) => ids[name].flatMap((id) => requests[act](id, index)))
  }
  const cost = async (act: Act) => {
    const order = round % 2 === 0 ? (['overwriting', 'leaving'] as const) : (['leaving', 'overwriting'] as const)
    const before = { overwriting: cpuMsOf(servers.overwriting.pid), leaving: cpuMsOf(servers.leaving.pid) }
    const requests = { overwriting: requestsOf(act, 'overwriting'), leaving: requestsOf(act, 'leaving') }
    for (const name of order) await runAll(requests[name])
    // what is left is overwritten then; the other server has the same pause
    await until('the log is cut', () => statSync(join(servers.overwriting.dataDir, 'parley.db-wal')).size === 0, 100)
    const each = (name: Contender) => (cpuMsOf(servers[name].pid) - before[name]) / requests[name].length
    return { overwriting: each('overwriting'), leaving: each('leaving') }
  }
  return {
    save: await cost('save'),
    edit: await cost('edit'),
    remove: await cost('remove'),
    delete: await cost('delete'),
  }
}

/** Texts of 40 to 1,000 characters. */
function turn(seed: number) {
  const text = 'The tide, as ever, and a letter that I could not read by candlelight. '.repeat(14)
  return { input_data: 'What brings you to the harbour?', output_data: text.slice(0, 40 + (seed % 960)) }
}

async function createRooms({ url }: DeletionServer, rooms: number): Promise<string[]> {
  const ids: string[] = []
  for (let room = 0; room < rooms; room += 1) {
    const answer = await sendJson(`${url}/doclog/office/create`, user, 'POST')
    ids.push(created.parse(answer)['Document ID'])
  }
  return ids
}

async function runAll(requests: readonly Request[]): Promise<void> {
  const waiting = requests.values()
  const client = async () => {
    for (const request of waiting) await request()
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function sendJson(
  url: string,
  body: object,
  method = url.includes('/delete_') ? 'DELETE' : 'PUT',
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
