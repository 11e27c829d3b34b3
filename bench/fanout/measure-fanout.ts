import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ask } from '../client.js'
import { startFilledServers } from '../filled-servers.js'
import type { FilledServers } from '../filled-servers.js'
import { ClockModel } from './clock-model.js'
import { fillWatchers, makeAdministrators, withoutLimits } from './fill-watchers.js'
import type { Audience } from './fill-watchers.js'
import { watchFromOutside } from './watch-from-outside.js'
import type { FanoutResult } from './watch-from-outside.js'

/** The number of subscribers of one generation, and the milliseconds between its deltas. */
export interface FanoutLoad {
  readonly subscribers: number
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

const made = z.object({ createOfficeRoom: z.object({ room: z.object({ id: z.string() }) }) })
const sent = z.object({ sendMessage: z.object({ generation: z.object({ id: z.string() }) }) })

const createRoom = 'mutation { createOfficeRoom { room { id } } }'
const sendMessage = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'

/**
 * Measures rounds of both servers in turn: the cost of one generation with many watchers, and the delay of its events.
 */
export async function measureFanout(options: FanoutOptions): Promise<FanoutMeasurement> {
  const { subscribers, everyMs } = options
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
  return { subscribers, everyMs, rounds }
}

async function openHall({ everyMs, subscribers, folder }: FanoutOptions): Promise<Hall> {
  const own = join(folder, String(subscribers))
  mkdirSync(own, { recursive: true })
  const model = await ClockModel.open()
  const env = {
    ROLES: 'app,office',
    AI_OFFICE_PORT: '0',
    RATE_LIMITS: withoutLimits,
    // sockets of the previous round may still be closing
    SOCKET_LIMITS: '{"perUser":100,"connectionsPerAddress":100000}',
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
  const { url } = parley
  const { owner: token, tokens } = filling
  const roomId = made.parse(await ask(url, { query: createRoom, token })).createOfficeRoom.room.id
  const input = { roomId, text: 'what time is it?', model: 'hosted4.1' }
  const { id } = sent.parse(await ask(url, { query: sendMessage, variables: { input }, token })).sendMessage.generation
  const result = await watchFromOutside(parley, {
    job: { id, tokens, subscribers: options.subscribers },
    durationMs: options.durationMs,
    onOpen: () => model.pace(options.everyMs),
  })
  model.end()
  return result
}

async function watchPlain({ bare, filling }: Hall, options: FanoutOptions): Promise<FanoutResult> {
  return watchFromOutside(bare.plain, {
    job: { id: 'bench', tokens: filling.tokens, subscribers: options.subscribers },
    durationMs: options.durationMs,
    onOpen: () => undefined,
  })
}
