import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { answerOf, HttpError, refusals } from '../errors/http-error.js'
import { restErrors } from '../errors/rest-errors.js'

/** Refuses requests that Node by default refuses with an empty body, and transfer codings that it does not decode. */
export function checkProtocol({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  checkCoding(headers)
  if (httpVersion !== '1.1') return
  // names and values alternate; `headers` has only the first Host
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host')
  if (hosts.length !== 1) throw refusals.badRequest('A request names one Host')
  checkExpectation(headers)
}

export function checkExpectation({ expect }: IncomingHttpHeaders): void {
  if (expect !== undefined && !/\b100-continue\b/i.test(expect)) throw refusals.expectationFailed()
}

/** With several codings Node decodes only the last one, and the rest would be read as the body. */
function checkCoding({ 'transfer-encoding': coding }: IncomingHttpHeaders): void {
  if (coding === undefined || coding.toLowerCase() === 'chunked') return
  const answer = answerOf(restErrors.badRequest, 'The only transfer coding is chunked')
  // other recipients may disagree on where such a request ends
  throw new HttpError({ ...answer, headers: { Connection: 'close' } })
}
