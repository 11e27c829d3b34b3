import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { refusals } from './http-error.js'

/** What Node would refuse with an empty body, had it not been told to leave it to us. */
export function checkProtocol({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  if (httpVersion !== '1.1') return
  // names and values in turn; `headers` has the first Host only
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host')
  if (hosts.length !== 1) throw refusals.badRequest('A request names one Host')
  checkExpectation(headers)
}

export function checkExpectation({ expect }: IncomingHttpHeaders): void {
  if (expect !== undefined && !/\b100-continue\b/i.test(expect)) throw refusals.expectationFailed()
}
