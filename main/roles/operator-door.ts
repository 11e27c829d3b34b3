import { chmodSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createServiceContext } from '../../resolvers/context/request-context.js'
import { mountRoutes } from '../../rest-facade/mount.js'
import { operatorRoutes } from '../../rest-facade/operators/operator-routes.js'
import type { Config } from '../../src/config/config.js'
import { makeDataDir } from '../../src/config/data-folder/data-dir.js'
import { maxSocketPathLength, operatorSocket } from '../../src/config/data-folder/operator-socket.js'
import { openListener } from '../../src/http/edge/listener.js'
import type { Listener } from '../../src/http/edge/listener.js'
import type { Parts } from '../parts.js'
import { pipelineClient } from '../pipeline-client.js'
import type { CleanupStack } from '../cleanup-stack.js'

/**
 * The access for operator commands: rows of the service schema on a socket file that only the owner of its folder can
 * reach. It needs no credential, because such a caller could also open the stores. It has no limits, so that the
 * operator can act under any load. The caller holds the data-folder lock, so an existing socket file belongs to a dead
 * process.
 */
export async function openOperatorDoor(
  path: string,
  { product, service, log, ready }: Omit<Parts, 'limits' | 'scheduler'>,
): Promise<Listener> {
  if (Buffer.byteLength(path) > maxSocketPathLength)
    throw new Error(`the path of a socket has at most ${maxSocketPathLength} bytes, this is longer: ${path}`)
  const folder = dirname(path)
  makeDataDir(folder)
  // before the socket exists, so that no other user can connect in between
  chmodSync(folder, 0o700)
  rmSync(path, { force: true })
  const client = pipelineClient(service, async (origin) => createServiceContext(product, origin), {
    sessionWatch: product.sessionWatch,
  })
  const listener = await openListener({
    path,
    logger: log,
    ready,
    closeTimeoutMs: 5_000,
    mount: (app) => app.use(mountRoutes(client, operatorRoutes)),
  })
  chmodSync(path, 0o600)
  return listener
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
