import { HostedFailure } from '../hosted-failure.js'

const messages: Readonly<Record<number, string>> = {
  400: 'the request was refused',
  401: 'the key was refused',
  402: 'the account has no credit',
  403: 'the key may not use this model',
  404: 'no such model',
  408: 'the request timed out',
  413: 'the message was too long',
  422: 'the request was refused',
  429: 'too many requests',
}

/** The failure in our own words: nothing that the provider sent is repeated to a caller. */
export function hostedFailureOf(error: unknown): HostedFailure {
  const own = [error, causeOf(error)].find((one) => one instanceof HostedFailure)
  if (own) return own
  if (error instanceof SyntaxError) return new HostedFailure('the answer was not understood')
  const status = statusOf(error)
  if (status !== undefined) return new HostedFailure(`${String(status)}, ${messageOf(status)}`)
  return new HostedFailure(hasErrorObject(error) ? 'the hosted side failed' : 'the connection failed')
}

function messageOf(status: number): string {
  if (status >= 300 && status < 400) return 'the answer is elsewhere'
  return messages[status] ?? (status >= 500 ? 'the hosted side failed' : 'the request was refused')
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

function statusOf(error: unknown): number | undefined {
  const isOne = error instanceof Error && 'status' in error && typeof error.status === 'number'
  return isOne ? Number(error.status) : undefined
}

/** The library keeps the error object of a stream in `error`. */
function hasErrorObject(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error !== undefined
}
