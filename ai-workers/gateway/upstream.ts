import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { systemErrorCode } from '@parley/runtime'

/** Below the 5 s after which a Node server closes an idle connection: no request is sent on a closing connection. */
const idleConnectionMs = 4_000

const refusalCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET'])

/** A service that this process calls over HTTP, with its pooled connections. */
export class Upstream {
  readonly host: string
  readonly #basePath: string
  readonly #agent: http.Agent
  #asked: Promise<boolean> | undefined

  /** `url` may have a path; its query is ignored. */
  constructor(private readonly url: URL) {
    const kept = { keepAlive: true, timeout: idleConnectionMs }
    this.#agent = url.protocol === 'https:' ? new https.Agent(kept) : new http.Agent(kept)
    this.host = url.host
    this.#basePath = url.pathname.replace(/\/+$/, '')
  }

  /** Begins a request. `path` starts with a slash and carries the query; `fields` is a flat list of names and values. */
  open(method: string, path: string, fields: readonly string[]): http.ClientRequest {
    return this.#request({ agent: this.#agent, method, path: this.#basePath + path, headers: fields })
  }

  /**
   * Whether something answers a request for the health of the service on a new connection within this many milliseconds,
   * with whatever status; a refused connection is an answer too. Callers at the same time share one request.
   */
  isAlive(withinMs: number): Promise<boolean> {
    this.#asked ??= this.#probe(withinMs).finally(() => (this.#asked = undefined))
    return this.#asked
  }

  async #probe(withinMs: number): Promise<boolean> {
    const signal = AbortSignal.timeout(withinMs)
    const path = `${this.#basePath}/health/live`
    const request = this.#request({ agent: false, method: 'GET', path, headers: ['Host', this.host], signal })
    // also an error after its answer
    request.on('error', () => undefined)
    try {
      request.end()
      await once(request, 'response')
      return true
    } catch (error) {
      return refusalCodes.has(systemErrorCode(error))
    } finally {
      request.destroy()
    }
  }

  #request(options: http.RequestOptions): http.ClientRequest {
    const { protocol, hostname, port } = urlToHttpOptions(this.url)
    const { request } = protocol === 'https:' ? https : http
    return request({ protocol, hostname, port, ...options })
  }

  /** Ends the idle connections and those in use. */
  close(): void {
    this.#agent.destroy()
  }
}
