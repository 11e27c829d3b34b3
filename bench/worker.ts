import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { ReplyJob } from '../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../src/kinds.js'
import { serverArgs, startServer, type ServerProcess } from './processes.js'
import type { TimedAnswer } from './tokens/raw-process.js'
import { until } from './until.js'

const counts = z.object({ replyTokens: z.number(), readTokens: z.number() })
const line = z.object({
  kind: z.string(),
  outcome: z.string().optional(),
  delta: z.string().optional(),
  receipt: counts.optional(),
})

export interface TimedLine {
  readonly kind: string
  readonly atMs: number
  readonly delta?: string | undefined
  readonly receipt?: z.infer<typeof counts> | undefined
}

export interface WorkerSetup {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** `office` when unset. */
  readonly kind?: Kind
}

/** A worker in its own process, without the application in front of it. */
export function startWorker(name: string, { folder, env, kind = 'office' }: WorkerSetup): Promise<ServerProcess> {
  return startServer({
    name,
    args: serverArgs,
    env: { DATA_DIR: join(folder, name), ROLES: kind, ...env },
    portName: kind === 'office' ? 'AI_OFFICE_PORT' : 'AI_CHARACTER_PORT',
    logFile: join(folder, `${name}.log`),
  })
}

export function officeJob(message: string, history: ReplyJob['history'] = []): ReplyJob {
  return {
    id: randomUUID(),
    kind: 'office',
    model: 'Local',
    message,
    history,
    searchAccess: false,
    deadline: Date.now() + 300_000,
    caller: randomUUID(),
  }
}

/** The lines of a worker about a job, each with the time of its arrival. */
export async function* linesOf(url: string, job: ReplyJob): AsyncGenerator<TimedLine, void, undefined> {
  const response = await fetch(`${url}/internal/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(job),
  })
  if (!response.ok || !response.body) throw new Error(`the worker answered ${response.status}`)
  const body: AsyncIterable<Uint8Array> = response.body
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const atMs = performance.now()
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const { kind, outcome, delta, receipt } = line.parse(JSON.parse(text))
      if (kind === 'refused' || outcome === 'failed') throw new Error(`the worker failed: ${text}`)
      yield { kind, atMs, delta, receipt }
    }
  }
}

/** A reply of a worker, timed from before the request until the text. */
export async function answerOf(url: string, job: ReplyJob): Promise<TimedAnswer & { readonly text: string }> {
  const startedAt = performance.now()
  let firstAt: number | undefined
  let lastAt = startedAt
  let text = ''
  for await (const { kind, atMs, delta = '', receipt } of linesOf(url, job)) {
    if (kind === 'delta') {
      firstAt ??= atMs
      lastAt = atMs
      text += delta
    }
    if (receipt && firstAt !== undefined) {
      const { replyTokens: tokens, readTokens } = receipt
      return { text, tokens, readTokens, firstTokenMs: firstAt - startedAt, streamingMs: lastAt - firstAt }
    }
  }
  throw new Error('the reply has no text or no receipt')
}

/** Resolves when the worker's model is loaded. */
export async function loaded({ url }: ServerProcess): Promise<void> {
  await until('the model is loaded', async () => (await fetch(`${url}/health/ready`)).ok)
}
