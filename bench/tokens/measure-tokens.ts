import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureTinyModel, type TinyModelOptions } from '@parley/testing'
import { freePort } from '../../test/support/app/free-port.js'
import { cpuMsOf, serverArgs, startServer } from '../processes.js'
import { answerOf, officeJob } from '../worker.js'
import { Chat } from './chat.js'
import { startRaw, type TimedAnswer } from './raw-process.js'

export interface Answered extends TimedAnswer {
  /** Of all involved processes except the client. */
  readonly cpuMs: number
}

export interface TokensResult {
  readonly model: string
  /** From `sendMessage` to the subscription, paired with the raw side. */
  readonly whole: Pairs
  /** The worker's own stream, paired with the raw side. */
  readonly worker: Pairs
}

export interface Pairs {
  readonly parley: Answered[]
  readonly raw: Answered[]
}

export interface TokensOptions {
  readonly model: string
  readonly tiny: TinyModelOptions
  readonly rounds: number
  readonly warmUps: number
  readonly maxTokens: number
  /** A folder that only the bench uses. */
  readonly folder: string
}

const contextSize = 2_048

/**
 * Sends the same message to both sides in turn, another one in each round. Throws when the numbers of tokens that they
 * read and write differ.
 */
export async function measureTokens(options: TokensOptions): Promise<TokensResult> {
  const { model, tiny, rounds, warmUps, maxTokens, folder } = options
  // the chat template is recognized by the file name; the model never ends a reply by itself
  const modelPath = join(folder, `chatml-${model}.gguf`)
  await ensureTinyModel(modelPath, { ...tiny, endWeight: 0 })
  mkdirSync(join(folder, model))
  const officePort = await freePort()
  const server = await startServer({
    name: 'Parley',
    args: serverArgs,
    env: {
      DATA_DIR: join(folder, model),
      HOST: '127.0.0.1',
      ROLES: 'app,office',
      AI_OFFICE_PORT: String(officePort),
      // one context for all replies, as on the raw side
      KEPT_CONTEXTS: '0',
      LOCAL_MODEL: modelPath,
      CONTEXT_SIZE: String(contextSize),
      MODEL_THREADS: '1',
      OFFICE_SAMPLING: JSON.stringify({ maxTokens }),
    },
    portName: 'APP_PORT',
    logFile: join(folder, `${model}.log`),
  })
  const raw = await startRaw({ modelPath, maxTokens, contextSize })
  const chat = await Chat.open(server.url)
  const result: TokensResult = { model, whole: { parley: [], raw: [] }, worker: { parley: [], raw: [] } }
  const office = `http://127.0.0.1:${officePort}`
  const paths = [
    { pairs: result.whole, answer: (text: string) => chat.answer(text) },
    { pairs: result.worker, answer: (text: string) => answerOf(office, { ...officeJob(text), caller: 'bench' }) },
  ]
  try {
    for (const { pairs, answer } of paths) {
      // repeats a round in which a minute begins between the two messages, because then their prompts differ
      for (let round = -warmUps; pairs.raw.length < rounds; round += 1) {
        const message = messageOf(round)
        const theirs = await withCpu(raw.pid, () => raw.answer(message))
        const ours = await withCpu(server.pid, () => answer(message))
        const isSameWork = theirs.tokens === ours.tokens && theirs.readTokens === ours.readTokens
        if (!isSameWork && round > 2 * rounds) throw new Error(`not the same: ${JSON.stringify({ theirs, ours })}`)
        if (round < 0 || !isSameWork) continue
        pairs.raw.push(theirs)
        pairs.parley.push(ours)
      }
    }
    return result
  } finally {
    await chat.close()
    await raw.stop()
    await server.stop()
  }
}

async function withCpu(pid: number, work: () => Promise<TimedAnswer>): Promise<Answered> {
  const beforeMs = cpuMsOf(pid)
  const answered = await work()
  return { ...answered, cpuMs: cpuMsOf(pid) - beforeMs }
}

/** Messages of the same length that differ from the first word on, so that nothing is known from the previous round. */
function messageOf(round: number): string {
  const letters = String(round + 100)
    .split('')
    .map((digit) => String.fromCharCode(97 + Number(digit)))
  return `${letters.join(' ')}: what do the people of the old house say about the work that was made in the little room?`
}
