import type { RequestHandler } from 'express'
import { refusals } from './http-error.js'

/** What Node would refuse with an empty body, had it not been told to leave it to us. */
export const protocolChecks: RequestHandler = ({ httpVersion, headers, headersDistinct }, _response, next) => {
  if (httpVersion === '1.1') {
    if (headersDistinct['host']?.length !== 1) throw refusals.badRequest('A request names one Host')
    if (headers.expect !== undefined && !/\b100-continue\b/i.test(headers.expect)) throw refusals.expectationFailed()
  }
  next()
}
