import type { IncomingMessage, ServerResponse } from 'node:http'
import { AddressSet } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { readCertificate } from '../../../ai-workers/tls/certificate.js'
import { TlsFront, type FrontOptions } from '../../../ai-workers/tls/front.js'
import { ServiceDouble } from './gateway.js'
import { noLimits } from '../app/process-limits.js'
import { askOverTls, fixture, type TlsAnswer, type TlsAsk, type TlsProtocol } from './tls-caller.js'

/** The front of line 1.4 with a service behind it whose answers the test controls. */
export class TestFront {
  private constructor(
    readonly front: TlsFront,
    readonly service: ServiceDouble,
    readonly lines: { readonly event: string; readonly fields: object }[],
  ) {}

  /** Allows this machine, and trusts a proxy on it. */
  static async open(options: Partial<FrontOptions> = {}): Promise<TestFront> {
    const service = await ServiceDouble.open()
    const lines: { readonly event: string; readonly fields: object }[] = []
    const take = (fields: object, event: string) => void lines.push({ fields, event })
    const logger: Logger = { debug: take, info: take, warn: take, error: take }
    const front = await TlsFront.open({
      host: '127.0.0.1',
      port: 0,
      certificate: readCertificate({ certFile: fixture('first-cert'), keyFile: fixture('first-key') }),
      allowed: new AddressSet(['127.0.0.0/8', '::1']),
      trustedProxies: new AddressSet(['127.0.0.1']),
      blockedAgents: ['bot', 'spider'],
      corsOrigins: ['https://friend.example'],
      service: service.url,
      serviceToken: 'hush',
      transport: { publicUrl: 'http://chat.example:8080', includeSubDomains: false },
      limits: noLimits(),
      logger,
      ...options,
    })
    return new TestFront(front, service, lines)
  }

  get port(): number {
    return this.front.port
  }

  ask(protocol: TlsProtocol, ask: TlsAsk): Promise<TlsAnswer> {
    return askOverTls(this.port, protocol, ask)
  }

  reset(): void {
    this.service.reset()
    this.lines.length = 0
  }

  async close(): Promise<void> {
    await this.front.close(100)
    await this.service.close()
  }
}

/** The next request at the service, which the test answers. */
export function nextExchange({ service }: TestFront): Promise<{ request: IncomingMessage; answer: ServerResponse }> {
  return new Promise((resolve) => {
    service.answer = (request, answer) => resolve({ request, answer })
  })
}
