import type { ReplySampling } from '@parley/engine'
import type { BackendJob } from '../backend.js'
import { hostedRequest } from '../hosted/hosted-request.js'

interface ServerRequestOptions {
  readonly model: string
  readonly sampling: ReplySampling
  /** Epoch milliseconds. */
  readonly now: number
  readonly isStreamed: boolean
  /** Leaves out every name that a strict server may refuse. */
  readonly isPlain: boolean
}

/**
 * The body of `POST /chat/completions` for an inference server: the protocol has no `top_k`, no `min_p` and no penalty
 * for repetition, which has two names among the servers. A completion has only the values that its caller has set.
 */
export function serverRequest(job: BackendJob, { isStreamed, isPlain, ...options }: ServerRequestOptions): object {
  const { maxTokens } = options.sampling
  const sampling: Partial<ReplySampling> = job.completion ? { ...job.sampling, maxTokens } : options.sampling
  const { topK, minP, repeatPenalty } = sampling
  // unset ones are not sent
  const names = { top_k: topK, min_p: minP, repeat_penalty: repeatPenalty, repetition_penalty: repeatPenalty }
  const { stream_options, ...body } = hostedRequest(job, { ...options, sampling })
  return {
    ...body,
    ...(isPlain ? {} : names),
    ...(isStreamed && !isPlain ? { stream_options } : {}),
    stream: isStreamed,
  }
}
