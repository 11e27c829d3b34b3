import { join } from 'node:path'
import { ensureTinyModel, type TinyModelOptions } from '@parley/testing'
import { openCluster } from './installations.js'
import { completed, createRoom, send } from './messages.js'

/** The tenth turn of rooms that send messages in turn, with a number of workers that have the model in memory. */
export interface Turns {
  readonly workers: number
  /** From `sendMessage` to the end of a reply of a few tokens; a value for each room. */
  readonly totalMs: readonly number[]
  /** Tokens of the prompt that were evaluated, and all. */
  readonly readTokens: number
  readonly promptTokens: number
}

const roomCount = 3
const turns = 10

export async function measureTurns(
  workers: number,
  { folder, tiny }: { readonly folder: string; readonly tiny: TinyModelOptions },
): Promise<Turns> {
  const model = join(folder, 'chatml-medium.gguf')
  await ensureTinyModel(model, { ...tiny, endWeight: 0 })
  const env = { CONTEXT_SIZE: '4096', MODEL_THREADS: '1', OFFICE_SAMPLING: '{"maxTokens":8}' }
  const cluster = await openCluster({ folder, model, concurrency: 1, accounts: roomCount, workers, env })
  try {
    const { url, tokens } = cluster
    const rooms = await Promise.all(tokens.map(async (token) => ({ token, roomId: await createRoom(url, token) })))
    const totalMs: number[] = []
    let [readTokens, promptTokens] = [0, 0]
    for (let turn = 1; turn <= turns; turn += 1) {
      for (const { token, roomId } of rooms) {
        const from = performance.now()
        const receipt = await completed(url, token, (await send(url, token, { roomId })).id)
        if (turn < turns) continue
        totalMs.push(performance.now() - from)
        readTokens += receipt?.readTokens ?? 0
        promptTokens += receipt?.promptTokens ?? 0
      }
    }
    return { workers, totalMs, readTokens, promptTokens }
  } finally {
    await cluster.stop()
  }
}
