import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

export const askSchema = z.object({ text: z.string() })

export const answerSchema = z.object({
  tokens: z.number(),
  /** From the tokens of the prompt to the first token of the reply. */
  firstTokenMs: z.number(),
  /** From the first token to the last. */
  streamingMs: z.number(),
  /** Tokens of the prompt that were read; the others were known from the previous one. */
  readTokens: z.number(),
})

/** One reply, measured at its client. */
export type TimedAnswer = z.infer<typeof answerSchema>

/** node-llama-cpp in its own process. */
export interface RawProcess {
  readonly pid: number
  answer(message: string): Promise<TimedAnswer>
  stop(): Promise<void>
}

export interface RawOptions {
  readonly modelPath: string
  readonly maxTokens: number
  readonly contextSize: number
}

/** Resolves when the model is loaded. */
export async function startRaw({ modelPath, maxTokens, contextSize }: RawOptions): Promise<RawProcess> {
  const args = [modelPath, String(maxTokens), String(contextSize)]
  const child = fork('bench/tokens/raw-tokens.ts', args, { execArgv: ['--import', './tools/run-ts.mjs'] })
  const nextMessage = async () => {
    const [message] = (await once(child, 'message')) as unknown[]
    return message
  }
  await nextMessage()
  return {
    pid: child.pid ?? 0,
    answer: async (text) => {
      const answered = nextMessage()
      child.send({ text })
      return answerSchema.parse(await answered)
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
