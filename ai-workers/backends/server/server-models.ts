import { z } from 'zod'
import { boundedText, outboundFetch, parsedJson, reasonOf } from '@parley/runtime'
import { isOfAnotherServer, ownHeaders, retryAfterOf } from '../hosted/guarded-fetch.js'
import type { HostedAddress } from '../hosted/hosted-client.js'
import type { ModelState } from '../../../src/ports/reply-generator/reply-generator.js'

export interface ServerReport {
  readonly state: ModelState
  /** Tokens of prompt and reply together, if the server says so. */
  readonly contextSize?: number | undefined
  /** The most that the model can have, if the server says only that: its setting may be lower. */
  readonly contextLimit?: number | undefined
  /** Why it could not be reached, for the log. */
  readonly reason?: string | undefined
  readonly retryAfterMs?: number | undefined
}

export interface ModelServer extends HostedAddress {
  readonly baseUrl: string
  /** The name of the model at the server. */
  readonly model: string
}

const timeoutMs = 5_000
const listLimit = 4 * 1_048_576

const size = z.int().min(1).max(1e9).optional().catch(undefined)
const modelsSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      aliases: z.array(z.string()).catch([]),
      // vLLM and SGLang; LM Studio; OpenRouter and its like; Groq
      max_model_len: size,
      loaded_context_length: size,
      context_length: size,
      context_window: size,
      // llama-server and TabbyAPI
      meta: z.object({ n_ctx: size, n_ctx_train: size }).nullish().catch(undefined),
      parameters: z.object({ max_seq_len: size }).nullish().catch(undefined),
      // of the model, whatever the server has set
      max_context_length: size,
    }),
  ),
})

/**
 * Whether the server can answer for the model, by `GET /models`, which every server of the protocol has: 404 means another
 * address, mostly one without `/v1`.
 */
export async function askServer(server: ModelServer): Promise<ServerReport> {
  const { model } = server
  try {
    const response = await get(`${server.baseUrl}/models`, server)
    const { status } = response
    const state = stateOfStatus(status) ?? (isOfAnotherServer(response) ? 'unreachable' : undefined)
    if (state !== undefined) {
      await response.body?.cancel()
      return { state, retryAfterMs: retryAfterOf(response) }
    }
    const { data: list } = modelsSchema.safeParse(await jsonOf(response))
    // no list: the first reply shows whether it has the model
    if (!list) return { state: 'ready' }
    const names = [model, `${model}:latest`]
    const entry = list.data.find(({ id, aliases }) => [id, ...aliases].some((name) => names.includes(name)))
    if (!entry) return { state: 'model_missing' }
    const { meta, max_context_length: ofModel } = entry
    const contextSize =
      entry.max_model_len ??
      entry.loaded_context_length ??
      meta?.n_ctx ??
      entry.parameters?.max_seq_len ??
      entry.context_length ??
      entry.context_window
    return { state: 'ready', contextSize, contextLimit: meta?.n_ctx_train ?? ofModel }
  } catch (error) {
    return { state: 'unreachable', reason: reasonOf(error) }
  }
}

/** What a status says of the server; undefined when it says nothing of the server's state. */
export function stateOfStatus(status: number | undefined): ModelState | undefined {
  return status === undefined ? undefined : states[status]
}

const states: Readonly<Record<number, ModelState>> = {
  401: 'key_refused',
  403: 'key_refused',
  404: 'model_missing',
  429: 'busy',
  502: 'unreachable',
  503: 'busy',
  504: 'unreachable',
}

function get(url: string | URL, { apiKey }: ModelServer): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  return outboundFetch(url, { headers: ownHeaders(apiKey), redirect: 'manual', signal })
}

/** Undefined for a response without JSON. */
async function jsonOf({ ok, body }: Response): Promise<unknown> {
  if (ok && body) return parsedJson(await boundedText(body, listLimit))
  await body?.cancel()
  return undefined
}
