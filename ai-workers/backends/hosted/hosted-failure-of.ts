import { HostedFailure } from '../hosted-failure.js'

const messages: Readonly<Record<number, string>> = {
  400: 'the request was refused',
  401: 'the key was refused',
  402: 'the account has no credit',
  403: 'the key may not use this model',
  404: 'no such model',
  408: 'the request was too slow',
  413: 'the message was too long',
  422: 'the request was refused',
  429: 'too many requests',
}

/** The failure in our own words: nothing that the provider sent is repeated to a caller. */
export function hostedFailureOf(error: unknown): HostedFailure {
  const own = [error, causeOf(error)].find((one) => one instanceof HostedFailure)
  if (own) return own
  if (error instanceof SyntaxError) return new HostedFailure('the answer was not understood')
  const sent = errorObjectOf(error)
  if (sent === undefined) return new HostedFailure('the connection failed', {}, { cause: error })
  return new HostedFailure('the hosted side failed', { isTooLong: isContextFault(JSON.stringify(sent)) })
}

export function messageOf(status: number): string {
  if (status >= 300 && status < 400) return 'the answer is elsewhere'
  return messages[status] ?? (status >= 500 ? 'the hosted side failed' : 'the request was refused')
}

/** Whether a server says so of prompt and reply; the protocol has no code for it that all servers send. */
export function isContextFault(text: string): boolean {
  return /context[ _-]?(?:length|size|window)|maximum model length/i.test(text)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

/** The library keeps the error object of a stream in `error`. */
function errorObjectOf(error: unknown): unknown {
  return error instanceof Error && 'error' in error ? error.error : undefined
}
