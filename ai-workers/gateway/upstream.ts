import * as http from 'node:http'
import * as https from 'node:https'
import { urlToHttpOptions } from 'node:url'

/** Below the 5 s after which a Node server closes an idle connection: no request is sent on a closing connection. */
const idleConnectionMs = 4_000

/** A service that this process calls over HTTP, with its pooled connections. */
export class Upstream {
  readonly host: string
  private readonly basePath: string
  private readonly agent: http.Agent

  /** `url` may have a path; its query is ignored. */
  constructor(private readonly url: URL) {
    const kept = { keepAlive: true, timeout: idleConnectionMs }
    this.agent = url.protocol === 'https:' ? new https.Agent(kept) : new http.Agent(kept)
    this.host = url.host
    this.basePath = url.pathname.replace(/\/+$/, '')
  }

  /** Begins a request. `path` starts with a slash and carries the query; `fields` is a flat list of names and values. */
  open(method: string, path: string, fields: readonly string[]): http.ClientRequest {
    const { protocol, hostname, port } = urlToHttpOptions(this.url)
    const { request } = protocol === 'https:' ? https : http
    const { agent } = this
    return request({ protocol, hostname, port, agent, method, path: this.basePath + path, headers: fields })
  }

  /** Ends the idle connections and those in use. */
  close(): void {
    this.agent.destroy()
  }
}
