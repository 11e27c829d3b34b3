import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@parley/testing'

export interface SearchQuestion {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** Resolves when its connection is closed, by either side. */
  readonly closed: Promise<unknown>
}

/** Stands in for any search engine: answers as the test says, and records requests. */
export class SearchServer {
  readonly asked: SearchQuestion[] = []
  answer: RequestListener = (_, response) => void response.end()

  private constructor(private readonly server: Server) {}

  static async open(): Promise<SearchServer> {
    // an idle connection that ends just when a request is sent would fail the request
    const server = createServer({ keepAliveTimeout: 0 })
    const search = new SearchServer(server)
    server.on('request', (request, response) => {
      const closed = once(response, 'close')
      search.asked.push({ url: new URL(request.url ?? '', search.url), headers: request.headers, closed })
      search.answer(request, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return search
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/`
  }

  /** Sets the answer of later requests. */
  says(text: string, status = 200): void {
    this.asked.length = 0
    this.answer = (_, response) => void response.writeHead(status).end(text)
  }

  does(answer: RequestListener): void {
    this.asked.length = 0
    this.answer = answer
  }

  /** The next request, as soon as it arrives. */
  async question(): Promise<SearchQuestion> {
    await until('the search server has a request', () => this.asked.length > 0)
    const [first] = this.asked
    if (!first) throw new Error('the request is gone')
    return first
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}
