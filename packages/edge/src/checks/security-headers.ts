import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** For JSON and text; a handler that serves pages sets its own policy. */
const protect = helmet({
  // depends on the request; see strict-transport.ts
  strictTransportSecurity: false,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
})

/** The headers of helmet are constant, so they are computed once: its handlers cost more than routing. */
export function secureHeaders(): (response: ServerResponse) => void {
  const headers = securityHeaders()
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  }
}

/** Names and values, for a response that does not come from node:http. */
export function securityHeaders(): readonly (readonly [name: string, value: string])[] {
  const request = new IncomingMessage(new Socket())
  const sample = new Recorder(request)
  protect(request, sample, () => undefined)
  return sample.headers
}

class Recorder extends ServerResponse {
  readonly headers: [string, string][] = []

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers.push([name, String(value)])
    return this
  }
}
