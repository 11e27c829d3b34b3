import { once } from 'node:events'
import { createServer, STATUS_CODES, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express, { type Express, type Request, type Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

/**
 * A host whose proxy serves programs below paths, as `location /parley/ { proxy_pass http://127.0.0.1:8080/; }` of nginx does:
 * it strips the path from each request, and sends the `Host` of the program. Every other path is 404.
 */
export class PathProxy {
  readonly #programs = new Map<string, ReturnType<typeof createProxyMiddleware<Request, Response>>>()
  /** Whether it passes on no upgrade to a socket. */
  refusesUpgrades = false

  private constructor(
    private readonly app: Express,
    private readonly server: Server,
  ) {}

  static async open(): Promise<PathProxy> {
    const app = express()
    const proxy = new PathProxy(app, createServer(app))
    proxy.server.on('upgrade', (request, socket, head) => {
      const path = request.url?.split('/')[1] ?? ''
      const program = proxy.refusesUpgrades ? undefined : proxy.#programs.get(`/${path}`)
      if (program) program.upgrade(request, socket as Socket, head)
      else socket.end(`HTTP/1.1 404 ${STATUS_CODES[404] ?? ''}\r\nConnection: close\r\n\r\n`)
    })
    proxy.server.listen(0, '127.0.0.1')
    await once(proxy.server, 'listening')
    return proxy
  }

  /** Where clients find the program below a path, without a slash at the end. */
  urlOf(path: string): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}${path}`
  }

  /** Leads a path, such as `/parley`, to a program, once. Returns `urlOf` it. */
  lead(path: string, target: string): string {
    const pathRewrite = { [`^${path}/`]: '/' }
    const program = createProxyMiddleware<Request, Response>({
      target,
      changeOrigin: true,
      pathFilter: `${path}/**`,
      pathRewrite,
    })
    this.#programs.set(path, program)
    this.app.get(path, (request, response, next) => {
      if (request.path === path) response.redirect(301, `${path}/`)
      else next()
    })
    this.app.use(program)
    return this.urlOf(path)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}
