import { z } from 'zod'
import { type ErrorAnswer, HttpError } from '@parley/edge'

/** The body of every refusal under `/v1`, as the clients of the protocol read it. */
export const protocolErrorShape = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
})

export type ProtocolError = z.output<typeof protocolErrorShape>['error']

/** A refusal with the error fields of the protocol. */
export class ProtocolRefusal extends HttpError {
  readonly protocolError: ProtocolError

  constructor(status: number, fault: Partial<ProtocolError> & { readonly message: string }, headers = {}) {
    super({ status, body: { detail: fault.message }, headers })
    this.protocolError = { ...wordsOf(status), param: null, ...fault }
  }
}

/** Converts a refusal to the form of the protocol, where a validation fault is 400. */
export function protocolAnswer({ status: found, headers = {} }: ErrorAnswer, error: unknown) {
  const status = found === 422 ? 400 : found
  return { status, headers, body: { error: protocolErrorOf(status, error) } }
}

/** The error object for a stream whose status has already been sent. */
export function protocolErrorOf(status: number, error: unknown): ProtocolError {
  return error instanceof ProtocolRefusal ? error.protocolError : { ...wordsOf(status), param: null }
}

type Words = Pick<ProtocolError, 'message' | 'type' | 'code'>

function wordsOf(status: number): Words {
  return words[status] ?? serverError
}

const refused = (code: string | null, message: string): Words => ({ message, type: 'invalid_request_error', code })
const serverError: Words = { message: 'The server failed', type: 'server_error', code: null }

const words: Readonly<Record<number, Words>> = {
  400: refused(null, 'The request cannot be read'),
  401: refused('invalid_api_key', 'No API key was sent, or it is wrong, revoked or over'),
  404: refused('unknown_url', 'There is nothing at this URL: the server has /v1/chat/completions and /v1/models'),
  405: refused('method_not_allowed', 'This URL has other methods'),
  413: refused('request_too_large', 'The body is too large'),
  415: refused('unsupported_media_type', 'The body is not JSON'),
  429: { message: 'Too many requests', type: 'requests', code: 'rate_limit_exceeded' },
  502: { message: 'A hosted model failed', type: 'server_error', code: 'upstream_error' },
  503: { message: 'Nothing can answer now', type: 'server_error', code: 'service_unavailable' },
  504: { message: 'The model did not answer in time', type: 'server_error', code: 'timeout' },
}
