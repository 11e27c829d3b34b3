import type { IncomingMessage, ServerResponse } from 'node:http'
import { note } from '@parley/edge'
import type { Origin } from '../context/request-context.js'
import { requestOrigin } from '../../src/http/request-origin.js'

/** The origin of the operation of an HTTP request. */
export function httpOrigin(request: IncomingMessage, response: ServerResponse): Origin {
  return { ...requestOrigin(request, response), noteOperation: (notes) => note(request, notes) }
}
