import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError, defaultMessages } from '@parley/runtime'
import type { Failure } from '@parley/edge'

/** A refusal of the schema, which the model reads as the result of its call. */
export class ToolRefusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message)
    this.name = 'ToolRefusal'
  }
}

/** Undefined for an unexpected error, whose message no client may read. */
export function expectedFailure(error: unknown): Failure | undefined {
  if (error instanceof ToolRefusal) return error.failure
  return error instanceof AppError && error.cause === undefined ? error : undefined
}

/** Such as `RATE_LIMITED: Too many requests. Try again in 30 seconds.` */
export function failedResult(failure: Failure | undefined): CallToolResult {
  const { code, message, fields = [], retryAfterMs } = failure ?? internal
  const faults = fields.map(({ path, message: fault }) => `${nameOf(path)}: ${fault}`).join('; ')
  const wait =
    retryAfterMs === undefined ? '' : ` Try again in ${Math.max(1, Math.ceil(retryAfterMs / 1_000))} seconds.`
  const sentence = faults === '' ? message : faults
  const text = `${code}: ${sentence}${/[.!?]$/.test(sentence) ? '' : '.'}${wait}`
  return { isError: true, content: [{ type: 'text', text }] }
}

const internal: Failure = { code: 'INTERNAL_SERVER_ERROR', message: defaultMessages.INTERNAL_SERVER_ERROR }

/** The arguments of tools have the names of the fields of the schema. */
const nameOf = (path: readonly (string | number)[]) =>
  (path[0] === 'input' && path.length > 1 ? path.slice(1) : path).join('.')
