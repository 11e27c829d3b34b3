import { setTimeout as pause } from 'node:timers/promises'
import type { TinyModelOptions } from '@parley/testing'
import { Watcher, type Watched } from '../fanout/watcher.js'
import { quantile } from '../statistics.js'
import { until } from '../until.js'
import { openCluster, openOneProcess, type Installation } from './installations.js'
import { completed, createRoom, send } from './messages.js'
import { measureTurns, type Turns } from './measure-turns.js'
import { StampingEngine } from './stamping-engine.js'

/** Delays of the deltas of many replies at once. */
export interface DeltaResult {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the instance and Redis, for each token. */
  readonly cpuUsPerDelta: number
  readonly perSecond: number
  readonly wrong: number
}

export interface ClusterResult {
  readonly deltas: readonly { readonly one: DeltaResult; readonly cluster: DeltaResult }[]
  /** Replies each second, by the number of workers. */
  readonly scaling: readonly { readonly workers: number; readonly perSecond: number }[]
  /** From `sendMessage` to the request at the model, on an idle worker. */
  readonly startsMs: readonly number[]
  readonly turns: readonly Turns[]
}

export interface ClusterOptions {
  readonly replies: number
  readonly tokensPerSecond: number
  readonly rounds: number
  readonly durationMs: number
  /** Replies of each worker in the measurement of their number. */
  readonly repliesPerWorker: number
  readonly starts: number
  /** The model of the rooms that send messages in turn. */
  readonly tiny: TinyModelOptions
  readonly folder: string
}

const scriptedMs = 500
const settleMs = 1_000

/** Compares replies through a queue of several machines with those of one process, in turn. */
export async function measureCluster(options: ClusterOptions): Promise<ClusterResult> {
  const scaling = []
  for (const workers of [1, 2, 4]) scaling.push(await measureScaling(workers, options))
  const turns = []
  for (const workers of [1, 4]) turns.push(await measureTurns(workers, options))
  return { ...(await measureStreams(options)), scaling, turns }
}

async function measureStreams({ replies, tokensPerSecond, rounds, durationMs, starts, folder }: ClusterOptions) {
  const engine = await StampingEngine.open(1_000 / tokensPerSecond)
  const shared = { folder, model: engine.model, concurrency: replies, accounts: replies }
  const installations: Installation[] = []
  try {
    const one = await openOneProcess(shared)
    installations.push(one)
    const cluster = await openCluster({ ...shared, workers: 1 })
    installations.push(cluster)
    const deltas = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = await measureDeltas(one, engine, durationMs)
      deltas.push({ one: alone, cluster: await measureDeltas(cluster, engine, durationMs) })
    }
    return { deltas, startsMs: await measureStarts(cluster, engine, starts) }
  } finally {
    for (const installation of installations) await installation.stop()
    await engine.close()
  }
}

async function measureDeltas(
  installation: Installation,
  engine: StampingEngine,
  durationMs: number,
): Promise<DeltaResult> {
  const { url, tokens } = installation
  const watched: Watched = { latenciesMs: [], messages: 0, wrong: 0 }
  let isMeasured = false
  const watchers = await Promise.all(
    tokens.map(async (token) =>
      Watcher.open({ url, token, id: (await send(url, token)).id }, watched, () => isMeasured),
    ),
  )
  await until('all replies run', () => engine.running >= tokens.length)
  await pause(settleMs)
  isMeasured = true
  const [before, sentBefore] = [installation.cpuMs(), engine.sent]
  await pause(durationMs)
  isMeasured = false
  const sent = engine.sent - sentBefore
  const cpuUsPerDelta = ((installation.cpuMs() - before) * 1_000) / sent
  engine.end()
  for (const watcher of watchers) watcher.close()
  await pause(settleMs)
  const { latenciesMs, wrong } = watched
  const perSecond = sent / (durationMs / 1_000)
  return { p50Ms: quantile(latenciesMs, 0.5), p99Ms: quantile(latenciesMs, 0.99), cpuUsPerDelta, perSecond, wrong }
}

async function measureStarts({ url, tokens }: Installation, engine: StampingEngine, starts: number): Promise<number[]> {
  const startsMs: number[] = []
  for (let count = 0; count < starts; count += 1) {
    const token = tokens[count % tokens.length] ?? ''
    const roomId = await createRoom(url, token)
    const from = performance.now()
    const { id } = await send(url, token, { roomId })
    await until('the model has the request', () => engine.running > 0, 1)
    startsMs.push(engine.askedAt - from)
    engine.end()
    await completed(url, token, id)
  }
  return startsMs
}

/** Sends all messages at once, to workers that run one reply at a time. */
async function measureScaling(workers: number, { folder, repliesPerWorker }: ClusterOptions) {
  const model = `scripted:?chunks=10&delayMs=${scriptedMs / 10}&firstDelayMs=${scriptedMs / 10}`
  const accounts = workers * repliesPerWorker
  const cluster = await openCluster({ folder, model, concurrency: 1, accounts, workers })
  try {
    const { url, tokens } = cluster
    const rooms = await Promise.all(tokens.map(async (token) => ({ token, roomId: await createRoom(url, token) })))
    const from = performance.now()
    const replies = await Promise.all(
      rooms.map(async ({ token, roomId }) => ({ token, id: (await send(url, token, { roomId })).id })),
    )
    for (const { token, id } of replies) await completed(url, token, id)
    const seconds = (performance.now() - from) / 1_000
    return { workers, perSecond: accounts / seconds }
  } finally {
    await cluster.stop()
  }
}
