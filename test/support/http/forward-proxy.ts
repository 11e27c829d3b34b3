import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy of an operator: it answers every http host from one server, and refuses tunnels. */
export class ForwardProxy {
  /** The hosts that were asked for, `CONNECT host:port` for tunnels. */
  readonly asked: string[] = []
  readonly authorizations: (string | undefined)[] = []

  private constructor(private readonly server: Server) {}

  static async open(target: string): Promise<ForwardProxy> {
    const server = createServer()
    const proxy = new ForwardProxy(server)
    server.on('request', (incoming, answer) => {
      const { method, headers, url = '' } = incoming
      proxy.asked.push(new URL(url).host)
      proxy.authorizations.push(headers['proxy-authorization'])
      const { pathname, search } = new URL(url)
      const onward = request(target + pathname + search, { method, headers }, (received) => {
        answer.writeHead(received.statusCode ?? 502, received.headers)
        received.pipe(answer)
      })
      incoming.pipe(onward)
    })
    server.on('connect', ({ url = '', headers }, socket) => {
      proxy.asked.push(`CONNECT ${url}`)
      proxy.authorizations.push(headers['proxy-authorization'])
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}
