import { randomBytes } from 'node:crypto'
import {
  AddressSet,
  checkAccess,
  type Listener,
  noOrigins,
  openListener,
  type OpenPort,
  requireServiceToken,
} from '@parley/edge'
import { watchCertificate } from '../../ai-workers/tls/certificate-watch.js'
import { TlsFront } from '../../ai-workers/tls/front.js'
import { line14Document } from '../../ai-workers/legacy/line-1-4-document.js'
import { mountLine14 } from '../../ai-workers/legacy/line-1-4.js'
import type { Config } from '../../src/config/config.js'
import { sendRefusalPage } from '../../src/http/pages/refusal-page.js'
import { mountRedoc } from '../../src/http/pages/pages.js'
import { perKind } from '../../src/kinds.js'
import { openHistory } from '../adapters/history.js'
import type { EarlierLinesParts } from './earlier-lines.js'
import { requireCertificate } from './require-certificate.js'
import { serveDocs } from './serve-docs.js'
import { pagesFolder } from '../../src/package-root.js'

const closeTimeoutMs = 8_000

/**
 * The TLS listener of line 1.4 of the AI services, a part of the gateway (contract: earlier-ai-lines.14); undefined
 * unless configured.
 */
export async function openTlsFront(config: Config, parts: EarlierLinesParts): Promise<OpenPort | undefined> {
  const { tls, ports } = config
  const certificate = requireCertificate(config)
  if (!tls || !certificate || ports.tls === undefined) return undefined
  const { limits, log: logger } = parts
  // the front's token: requests that bypass the front skip its checks, so they must be refused
  const serviceToken = randomBytes(32).toString('base64url')
  const service = await openService(config, serviceToken, parts)
  try {
    const front = await TlsFront.open({
      host: config.host,
      port: ports.tls,
      certificate,
      allowed: new AddressSet(tls.allowed),
      trustedProxies: new AddressSet(config.trustedProxies),
      blockedAgents: tls.blockedAgents,
      corsOrigins: config.corsOrigins.listed,
      service: new URL(`http://127.0.0.1:${String(service.port)}`),
      serviceToken,
      transport: { publicUrl: config.publicUrl, includeSubDomains: config.hstsIncludeSubdomains },
      limits,
      logger,
    })
    const { certFile, keyFile } = tls
    const renewed = front.renew.bind(front)
    const unwatch = watchCertificate({ certFile, keyFile, certificate, log: logger, renewed })
    return {
      port: front.port,
      drain: () => service.drain(),
      close: async () => {
        await unwatch()
        await front.close(closeTimeoutMs)
        await service.close()
      },
    }
  } catch (error) {
    await service.close()
    throw error
  }
}

/** The listener behind the front. It listens on the loopback, because Express does not run on node:http2. */
function openService(
  config: Config,
  serviceToken: string,
  { workers, chatLogPort, limits, log }: EarlierLinesParts,
): Promise<Listener> {
  const services = {
    generators: perKind((kind) => workers[kind].generator),
    history: openHistory(config, log, chatLogPort),
    timeoutMs: config.generationTimeoutMs,
  }
  return openListener({
    sendRefusalPage,
    host: '127.0.0.1',
    port: 0,
    logger: log,
    // its only client is the front, which counts the connections of its own clients
    limits: { ...limits, connectionsPerAddress: Infinity },
    isInternal: true,
    ready: () => true,
    // the front sends the address of the caller
    trustedProxies: ['127.0.0.1'],
    // the address is the only credential here, so the origins of pages must be listed
    corsOrigins: { ...noOrigins, listed: config.corsOrigins.listed },
    closeTimeoutMs,
    mount: (app) => {
      app.use(checkAccess(requireServiceToken(serviceToken)))
      mountLine14(app, { services, challengeDir: config.tls?.challengeDir })
      serveDocs({ app, log }, line14Document)
      mountRedoc({ app, folder: pagesFolder, log })
    },
  })
}
