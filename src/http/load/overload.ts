import { overloadRetryMs } from '../../errors.js'
import { answerOf } from '../errors/http-error.js'
import type { ErrorAnswer } from '../errors/http-error.js'
import { restErrors } from '../errors/rest-errors.js'
import { splitTarget } from '../target.js'

/** What an overloaded process answers to new work. */
export const overloadAnswer: ErrorAnswer = {
  ...answerOf(restErrors.unavailable),
  headers: { 'Retry-After': String(overloadRetryMs / 1_000) },
}

/** Whether a request is answered however large the load is: those who supervise the process have to see that it lives. */
export function isHealthCheck(target: string | undefined): boolean {
  return splitTarget(target).path.startsWith('/health/')
}
