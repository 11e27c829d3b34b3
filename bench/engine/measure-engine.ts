import { join } from 'node:path'
import { ensureTinyModel, type TinyModelOptions } from '@parley/testing'
import { kinds } from '../../src/kinds.js'
import { residentMbOf } from '../processes.js'
import { answerOf, loaded, officeJob, startWorker, type WorkerSetup } from '../worker.js'
import { measureCallers, type FirstMessage } from './measure-callers.js'
import { measureTurns, type ConversationResult } from './measure-turns.js'

export interface EngineResult {
  readonly conversations: readonly ConversationResult[]
  readonly rooms: number
  /** Tokens per second of four replies together, one pair per round. */
  readonly four: readonly number[]
  readonly one: readonly number[]
  readonly residentMb: { readonly kept: number; readonly bare: number }
  readonly callers: readonly FirstMessage[]
}

export interface EngineOptions {
  readonly tiny: TinyModelOptions
  readonly turns: number
  /** Of four replies at once. */
  readonly rounds: number
  readonly folder: string
}

const rooms = 2
const atOnce = 4
/** Tokens of each reply of a conversation. */
const replyTokens = '{"maxTokens":64}'

export async function measureEngine({ tiny, turns, rounds, folder }: EngineOptions): Promise<EngineResult> {
  const modelPath = join(folder, 'chatml-medium.gguf')
  await ensureTinyModel(modelPath, { ...tiny, endWeight: 0 })
  const env = { LOCAL_MODEL: modelPath, MODEL_THREADS: '1' }
  const start = async (name: string, { kind, env: more }: Omit<WorkerSetup, 'folder'>) => {
    const worker = await startWorker(name, { folder, env: { ...env, ...more }, ...(kind ? { kind } : {}) })
    await loaded(worker)
    return worker
  }
  const conversations: ConversationResult[] = []
  let residentMb = { kept: 0, bare: 0 }
  let callers: readonly FirstMessage[] = []
  for (const kind of kinds) {
    const sampling = { OFFICE_SAMPLING: replyTokens, CHARACTER_SAMPLING: replyTokens }
    const kept = await start(`kept-${kind}`, { kind, env: sampling })
    const bare = await start(`bare-${kind}`, { kind, env: { KEPT_CONTEXTS: '0' } })
    try {
      conversations.push(await measureTurns({ kind, kept: kept.url, bare: bare.url, rooms, turns }))
      residentMb = { kept: residentMbOf(kept.pid), bare: residentMbOf(bare.pid) }
      if (kind === 'character') callers = await measureCallers(bare.url, rounds)
    } finally {
      await Promise.all([kept, bare].map((worker) => worker.stop()))
    }
  }
  const bare = await start('one', { env: { CONTEXT_SIZE: '4096', KEPT_CONTEXTS: '0' } })
  const four = await start('four', {
    env: { CONTEXT_SIZE: '4096', KEPT_CONTEXTS: '0', OFFICE_CONCURRENCY: String(atOnce) },
  })
  try {
    const rates = { four: [] as number[], one: [] as number[] }
    for (let round = -1; round < 2 * rounds; round += 1) {
      const one = await together(bare.url, round)
      const batched = await together(four.url, round)
      if (round < 0) continue
      rates.one.push(one)
      rates.four.push(batched)
    }
    return { conversations, rooms, residentMb, callers, ...rates }
  } finally {
    await Promise.all([bare, four].map((worker) => worker.stop()))
  }
}

/** Tokens per second of simultaneous replies. */
async function together(url: string, round: number): Promise<number> {
  const startedAt = performance.now()
  const jobs = Array.from({ length: atOnce }, (_, index) => officeJob(`${round} ${index}: what do the people say?`))
  const answers = await Promise.all(jobs.map((job) => answerOf(url, { ...job, sampling: { maxTokens: 64 } })))
  const tokens = answers.reduce((sum, answer) => sum + answer.tokens, 0)
  return tokens / ((performance.now() - startedAt) / 1_000)
}
