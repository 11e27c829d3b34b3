import { join } from 'node:path'
import { ensureTinyModel } from '../../tools/tiny-model/ensure-tiny-model.js'
import type { TinyModelOptions } from '../../tools/tiny-model/tiny-model.js'
import { residentMbOf } from '../processes.js'
import { answerOf, loaded, officeJob, startWorker } from '../worker.js'
import { Room } from './room.js'

export interface TurnResult {
  readonly turn: number
  /** Milliseconds to the first token, one per round. */
  readonly warmMs: readonly number[]
  readonly coldMs: readonly number[]
  /** Tokens of the prompt: those that were read, and all. */
  readonly readTokens: number
  readonly promptTokens: number
}

export interface EngineResult {
  readonly turns: readonly TurnResult[]
  readonly rooms: number
  /** Tokens per second of four replies together, one pair per round. */
  readonly four: readonly number[]
  readonly one: readonly number[]
  readonly residentMb: { readonly kept: number; readonly bare: number }
}

export interface EngineOptions {
  readonly tiny: TinyModelOptions
  readonly rounds: number
  readonly folder: string
}

const reported = [2, 10, 15]
const rooms = 3
const atOnce = 4

export async function measureEngine({ tiny, rounds, folder }: EngineOptions): Promise<EngineResult> {
  const modelPath = join(folder, 'chatml-medium.gguf')
  await ensureTinyModel(modelPath, { ...tiny, endWeight: 0 })
  const env = { LOCAL_MODEL: modelPath, CONTEXT_SIZE: '4096', MODEL_THREADS: '1' }
  const start = async (name: string, more: Readonly<Record<string, string>>) => {
    const worker = await startWorker(name, { folder, env: { ...env, ...more } })
    await loaded(worker)
    return worker
  }
  const kept = await start('kept', { OFFICE_SAMPLING: '{"maxTokens":8}' })
  const bare = await start('bare', { KEPT_CONTEXTS: '0' })
  const four = await start('four', { KEPT_CONTEXTS: '0', OFFICE_CONCURRENCY: String(atOnce) })
  try {
    const turns = await measureTurns({ kept: kept.url, bare: bare.url, rounds })
    const residentMb = { kept: residentMbOf(kept.pid), bare: residentMbOf(bare.pid) }
    const rates = { four: [] as number[], one: [] as number[] }
    for (let round = -1; round < 2 * rounds; round += 1) {
      const one = await together(bare.url, round)
      const batched = await together(four.url, round)
      if (round < 0) continue
      rates.one.push(one)
      rates.four.push(batched)
    }
    return { turns, rooms, residentMb, ...rates }
  } finally {
    await Promise.all([kept, bare, four].map((worker) => worker.stop()))
  }
}

/** Rooms that alternate on a worker with kept contexts; the same prompts on a worker that has just read another one. */
async function measureTurns({
  kept,
  bare,
  rounds,
}: {
  kept: string
  bare: string
  rounds: number
}): Promise<TurnResult[]> {
  const results = new Map(
    reported.map((turn) => [turn, { warmMs: [] as number[], coldMs: [] as number[], read: 0, all: 0 }]),
  )
  for (let round = 0; round < rounds; round += 1) {
    const all = Array.from({ length: rooms }, (_, room) => new Room(`${round} ${room}`))
    const [first, ...others] = all
    if (!first) throw new Error('at least one room')
    for (let turn = 1; turn <= 15; turn += 1) {
      for (const other of others) await other.ask(kept)
      const result = results.get(turn)
      const job = first.job()
      const warm = await first.ask(kept)
      if (!result) continue
      // another system text shares no beginning with the next prompt
      await answerOf(bare, { ...officeJob('x'), instructions: 'Something else.', sampling: { maxTokens: 1 } })
      const cold = await answerOf(bare, { ...job, sampling: { maxTokens: 1 } })
      result.warmMs.push(warm.firstTokenMs)
      result.coldMs.push(cold.firstTokenMs)
      result.read = warm.readTokens
      result.all = cold.readTokens
    }
  }
  return reported.map((turn) => {
    const { warmMs = [], coldMs = [], read = 0, all = 0 } = results.get(turn) ?? {}
    return { turn, warmMs, coldMs, readTokens: read, promptTokens: all }
  })
}

/** Tokens per second of simultaneous replies. */
async function together(url: string, round: number): Promise<number> {
  const startedAt = performance.now()
  const jobs = Array.from({ length: atOnce }, (_, index) => officeJob(`${round} ${index}: what do the people say?`))
  const answers = await Promise.all(jobs.map((job) => answerOf(url, { ...job, sampling: { maxTokens: 64 } })))
  const tokens = answers.reduce((sum, answer) => sum + answer.tokens, 0)
  return tokens / ((performance.now() - startedAt) / 1_000)
}
