import OpenAI from 'openai'
import type { ReplyEnd, ReplyFailure, ReplyProgress } from '../../../src/ports/reply-generator/reply-generator.js'
import { createTestApp, type TestApp } from '../app/app.js'
import { newKey, openaiOf } from './openai-client.js'
import type { Person } from '../app/person.js'
import { TappedGenerator } from './tapped-generator.js'

type Ask = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>
type AskStream = Partial<OpenAI.ChatCompletionCreateParamsStreaming>

export const hello: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }]

/** An app whose worker a test can replace, and a person with an API key. */
export class CompletionFixture {
  private constructor(
    readonly app: TestApp,
    readonly tap: TappedGenerator,
    readonly ada: Person,
    readonly eve: Person,
    readonly openai: OpenAI,
    readonly key: string,
  ) {}

  /** Its model replies `Hello there`. */
  static async open(): Promise<CompletionFixture> {
    const tap = new TappedGenerator()
    const env = {
      LOCAL_MODEL: 'scripted:?reply=Hello%20there&chunks=4&delayMs=1',
      CORS_ORIGINS: 'https://chat.example',
    }
    const app = await createTestApp({ env, wrap: tap.wrap })
    const [ada, eve] = [await app.person('ada'), await app.person('eve')]
    return new CompletionFixture(app, tap, ada, eve, await openaiOf(ada), await newKey(ada))
  }

  close(): Promise<void> {
    return this.app.close()
  }

  ask(more: Ask = {}, { client = this.openai, signal }: { client?: OpenAI; signal?: AbortSignal } = {}) {
    return client.chat.completions.create({ model: 'local', messages: hello, ...more }, signal ? { signal } : undefined)
  }

  askStream(more: AskStream = {}, signal?: AbortSignal) {
    const asked = { model: 'local', messages: hello, ...more, stream: true } as const
    return this.openai.chat.completions.create(asked, signal ? { signal } : undefined)
  }

  post(body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const opened = { authorization: `Bearer ${this.key}`, ...headers }
    return this.app.stranger().rest('POST', '/v1/chat/completions', body, opened)
  }
}

/** The error that the client throws. */
export const thrown = (answer: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(answer).then(
    () => new Error('it was answered'),
    (error: unknown) => error,
  )

export async function chunksOf(
  stream: AsyncIterable<OpenAI.ChatCompletionChunk>,
): Promise<OpenAI.ChatCompletionChunk[]> {
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

export const textOf = (chunks: readonly OpenAI.ChatCompletionChunk[]): string =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

export const started: ReplyProgress = { kind: 'started' }

/** The next job to start. */
export const waiting: ReplyProgress = { kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null }

export const delta = (offset: number, text: string): ReplyProgress => ({
  kind: 'delta',
  attempt: 1,
  offset,
  delta: text,
})

/** The end of a model that has read 7 tokens and generated 2. */
export const counted = (finish: 'stop' | 'length'): ReplyEnd => ({
  kind: 'end',
  outcome: 'completed',
  receipt: {
    ...{ model: 'm', promptTokens: 7, reusedTokens: 0, readTokens: 7, replyTokens: 2, turnsKept: 0, turnsDropped: 0 },
    finish,
    sampling: {
      ...{ maxTokens: 2, temperature: 0, topP: 1, minP: 0, topK: 0 },
      ...{ repeatPenalty: 1, frequencyPenalty: 0, presencePenalty: 0 },
    },
  },
})

export const failed = (reason: ReplyFailure, message?: string): ReplyEnd => ({
  kind: 'end',
  outcome: 'failed',
  reason,
  message,
})
