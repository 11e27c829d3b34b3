import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An image server whose behaviour depends on the id; it records requests. */
export class ImageServer {
  readonly asked: string[] = []

  readonly #silent: ServerResponse[] = []

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ImageServer> {
    const server = createServer()
    const images = new ImageServer(server)
    server.on('request', ({ method, url = '' }, response) => {
      images.asked.push(`${String(method)} ${url}`)
      const id = new URL(url, 'http://images').searchParams.get('id')
      if (id === 'silent') return void images.#silent.push(response)
      if (id === 'moved') response.setHeader('Location', '/thumbnail?id=there')
      response.statusCode = id === 'moved' ? 302 : id === 'gone' ? 404 : id === 'empty' ? 204 : 200
      if (id === 'chatty') response.setHeader('X-Much', 'x'.repeat(10_000))
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return images
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** host:port */
  get host(): string {
    return `127.0.0.1:${String(this.port)}`
  }

  url(id: string, host = this.host): string {
    return `http://${host}/thumbnail?id=${id}`
  }

  /** Ends the requests that have no answer. */
  cutSilent(): void {
    for (const response of this.#silent.splice(0)) response.destroy()
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}
