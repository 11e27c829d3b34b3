import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import compression from 'compression'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

/** What development servers and small gateways put in front: Express with `compression()` and a proxy without upgrades. */
export class CompressingProxy {
  private constructor(private readonly server: Server) {}

  static async open(target: string): Promise<CompressingProxy> {
    const app = express()
    app.use(compression())
    app.use(createProxyMiddleware({ target, changeOrigin: true }))
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new CompressingProxy(server)
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
