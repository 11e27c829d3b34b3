import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { send } from '../cluster/messages.js'
import { startFilledServers, type FilledServers } from '../filled-servers.js'
import { ClockModel } from './clock-model.js'
import { fillWatchers, makeAdministrators, withoutLimits, type Audience } from './fill-watchers.js'
import { watchFromOutside, type FanoutResult } from './watch-from-outside.js'

/** Generations that run at the same time, their subscribers, and the milliseconds between the deltas of each. */
export interface FanoutLoad {
  readonly subscribers: number
  /** Each is the reply of its own room; subscribers follow them in turn. */
  readonly generations: number
  readonly everyMs: number
}

export interface FanoutRound {
  readonly parley: FanoutResult
  readonly plain: FanoutResult
}

export interface FanoutMeasurement extends FanoutLoad {
  readonly rounds: readonly FanoutRound[]
}

export interface FanoutOptions extends FanoutLoad {
  readonly rounds: number
  readonly durationMs: number
  readonly folder: string
}

interface Hall extends FilledServers<'plain', Audience> {
  readonly model: ClockModel
}

/** Of a process beside its sockets. */
const otherFiles = 500
/** Requests of the bench at a time. */
const atOnce = 50

/**
 * Measures rounds of both servers in turn: the cost of a delivery, and its delay. Throws when a process of this machine
 * may not open as many files as there are subscribers.
 */
export async function measureFanout(options: FanoutOptions): Promise<FanoutMeasurement> {
  const { subscribers, generations, everyMs } = options
  requireFiles(subscribers + otherFiles)
  const hall = await openHall(options)
  const rounds: FanoutRound[] = []
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      const parley = await watchParley(hall, options)
      rounds.push({ parley, plain: await watchPlain(hall, options) })
    }
  } finally {
    await hall.stop()
    hall.model.close()
  }
  return { subscribers, generations, everyMs, rounds }
}

/** Node.js raises its own limit to the hard limit. */
function requireFiles(count: number): void {
  const [, limit] = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  if (limit !== undefined && Number(limit) < count)
    throw new Error(`The bench needs ${count} open files per process, and \`ulimit -Hn\` is ${limit}`)
}

async function openHall({ everyMs, generations, subscribers, folder }: FanoutOptions): Promise<Hall> {
  const own = join(folder, `${generations}-${subscribers}`)
  mkdirSync(own, { recursive: true })
  const model = await ClockModel.open()
  const env = {
    ROLES: 'app,office',
    AI_OFFICE_PORT: '0',
    OFFICE_CONCURRENCY: String(generations),
    QUEUE_LIMIT: String(generations),
    RATE_LIMITS: withoutLimits,
    // sockets of the previous round may still be closing
    SOCKET_LIMITS: '{"perUser":200,"perProcess":20000,"connectionsPerAddress":100000}',
    HOSTED_BASE_URL: model.url,
    HOSTED_API_KEY: 'bench',
  }
  const servers = await startFilledServers({
    folder: own,
    parley: { portName: 'APP_PORT', env },
    fill: fillWatchers,
    fillFile: makeAdministrators,
    bare: {
      plain: { name: 'plain graphql-ws', program: 'bench/fanout/plain-server.ts', env: { EVERY_MS: String(everyMs) } },
    },
  })
  return { ...servers, model }
}

async function watchParley({ parley, filling, model }: Hall, options: FanoutOptions): Promise<FanoutResult> {
  const { tokens } = filling
  const ids = await startGenerations(parley.url, { tokens, count: options.generations })
  const result = await watchFromOutside(parley, {
    job: { ids, tokens, subscribers: options.subscribers },
    durationMs: options.durationMs,
    onOpen: () => model.pace(options.everyMs),
  })
  model.end()
  return result
}

async function startGenerations(
  url: string,
  { tokens, count }: { readonly tokens: readonly string[]; readonly count: number },
): Promise<string[]> {
  const ids: string[] = []
  const start = async (number: number) => {
    const token = tokens[number % tokens.length] ?? ''
    const { id } = await send(url, token, { model: 'hosted4.1' })
    return id
  }
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(atOnce, count - ids.length) }, (_, index) => start(ids.length + index))
    ids.push(...(await Promise.all(batch)))
  }
  return ids
}

async function watchPlain({ bare, filling }: Hall, options: FanoutOptions): Promise<FanoutResult> {
  const ids = Array.from({ length: options.generations }, (_, number) => `bench${number}`)
  return watchFromOutside(bare.plain, {
    job: { ids, tokens: filling.tokens, subscribers: options.subscribers },
    durationMs: options.durationMs,
    onOpen: () => undefined,
  })
}
