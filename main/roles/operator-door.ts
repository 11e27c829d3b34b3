import { chmodSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RequestHandler } from 'express'
import { parse, type DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Listener, mountPath, openListener, readJsonBody, requestIdOf } from '@parley/edge'
import { createServiceContext } from '../../resolvers/context/request-context.js'
import type { Config } from '../../src/config/config.js'
import { makeDataDir } from '../../src/config/data-folder/data-dir.js'
import { operatorPath, operatorSocket, socketAddress } from '../../src/config/data-folder/operator-socket.js'
import { sendRefusalPage } from '../../src/http/pages/refusal-page.js'
import type { Parts } from '../parts.js'
import type { CleanupStack } from '../cleanup-stack.js'

const operationShape = z.object({ document: z.string(), variables: z.record(z.string(), z.unknown()) })

/**
 * The access for operator commands: operations of the service schema on a socket file that only the owner of its folder can
 * reach. It needs no credential, because such a caller could also open the stores. It has no limits, so that the
 * operator can act under any load. The caller holds the data-folder lock, so an existing socket file belongs to a dead
 * process.
 */
export async function openOperatorDoor(
  path: string,
  { product, service, log, ready }: Omit<Parts, 'limits' | 'scheduler'>,
): Promise<Listener> {
  const folder = dirname(path)
  makeDataDir(folder)
  // before the socket exists, so that no other user can connect in between
  chmodSync(folder, 0o700)
  rmSync(path, { force: true })
  const address = socketAddress(path)
  try {
    const listener = await openListener({
      sendRefusalPage,
      path: address.path,
      logger: log,
      ready,
      closeTimeoutMs: 5_000,
      mount: (app) => mountPath(app, operatorPath, { post: runOperation({ product, service }) }),
    })
    chmodSync(path, 0o600)
    // a close removes the socket file, by its address
    return { ...listener, close: () => listener.close().finally(address.remove) }
  } catch (error) {
    address.remove()
    throw error
  }
}

function runOperation({ product, service }: Pick<Parts, 'product' | 'service'>): RequestHandler {
  // a command sends one document many times
  const documents = new LRUCache<string, DocumentNode>({ max: 100 })
  return async (request, response) => {
    const { document: text, variables } = operationShape.parse(await readJsonBody(request))
    const document = documents.get(text) ?? parse(text)
    documents.set(text, document)
    const context = createServiceContext(product, { requestId: requestIdOf(response), ipAddress: null })
    response.json(await service.execute({ document, variables, context }))
  }
}

/**
 * Opens the operator door of a server with a data folder. The server also runs without it, since some file systems have
 * no sockets.
 */
export async function serveOperator({ dataDir }: Config, parts: Parts, cleanup: CleanupStack): Promise<void> {
  try {
    const door = await openOperatorDoor(operatorSocket(dataDir), parts)
    cleanup.push(() => door.close())
  } catch (error) {
    const advice = 'npm run admin and npm run doctor need this server stopped'
    parts.log.warn({ err: error, advice }, 'operator_door.failed')
  }
}
