import { z } from 'zod'
import type { Logger } from '@parley/runtime'
import type { Turn } from '../reply-generator/reply-generator.js'
import { kindTable, type Kind } from '../../kinds.js'
import { type HistoryRoom, type HistorySource, mostHistoryTurns } from './history-source.js'

const defaultTimeoutMs = 3_000
const answer = z.array(z.object({ input_data: z.string(), output_data: z.string() }))

/** History from the chat-log service, over its documented `load_log`. */
export class HttpHistorySource implements HistorySource {
  constructor(
    private readonly options: {
      /** Origin of the chat-log service. */
      readonly url: URL
      readonly serviceToken: string | undefined
      readonly log: Logger
      /** Timeout for the whole answer, in milliseconds; 3,000 by default. */
      readonly timeoutMs?: number
    },
  ) {}

  async load(kind: Kind, room: HistoryRoom, signal: AbortSignal): Promise<readonly Turn[]> {
    const { log, timeoutMs = defaultTimeoutMs } = this.options
    const time = AbortSignal.timeout(timeoutMs)
    try {
      const entries = answer.parse(await this.#request(kind, room, AbortSignal.any([signal, time])))
      // a service that does not know `newest` returns the whole log
      return entries.slice(-mostHistoryTurns).map((entry) => ({
        inputData: entry.input_data,
        outputData: entry.output_data,
      }))
    } catch (error) {
      // history is optional: the reply continues without it (contract: ai-workers.6)
      const err: unknown = time.aborted ? time.reason : error
      if (!signal.aborted) log.warn({ kind, err }, 'history.load_failed')
      return []
    }
  }

  async #request(kind: Kind, { userId, id }: HistoryRoom, signal: AbortSignal): Promise<unknown> {
    const { url, serviceToken } = this.options
    const response = await fetch(new URL(`/doclog/${kindTable[kind].logKind}/load_log`, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(serviceToken === undefined ? {} : { authorization: `Bearer ${serviceToken}` }),
      },
      body: JSON.stringify({ user_id: userId, id, newest: mostHistoryTurns }),
      // the token must not go to another address; with `error`, Node.js 20 can lose the signal of the body
      redirect: 'manual',
      signal,
    })
    if (response.ok) return response.json()
    await response.body?.cancel()
    throw new Error(`the chat-log service answered ${String(response.status)}`)
  }
}
