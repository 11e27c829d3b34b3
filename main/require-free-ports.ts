import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import type { ListenerName } from '../src/config/ports.js'
import { allRoles } from '../src/config/roles.js'
import { isPublic, waitForListener } from './wait-for-listener.js'

/**
 * Tries the address of each listener of this process and of its workers, before the first one opens: a start then names
 * all ports that are taken.
 * @throws ConfigError with the name and the value of each setting whose port or address is unavailable.
 */
export async function requireFreePorts(config: Config): Promise<void> {
  const attempts = listenersOf(config).map((name) => waitForListener(config, name, tryAddress(config, name)))
  const faults = (await Promise.allSettled(attempts)).flatMap((attempt) => {
    if (attempt.status === 'fulfilled') return []
    if (attempt.reason instanceof ConfigError) return attempt.reason.faults
    throw attempt.reason
  })
  if (faults.length > 0) throw new ConfigError([...new Set(faults)])
}

function listenersOf({ roles, ports }: Config): ListenerName[] {
  const ofGateway = roles.includes('gateway') ? (['legacy', 'tls'] as const) : []
  const names = [...allRoles.filter((role) => roles.includes(role)), ...ofGateway, 'metrics'] as const
  return names.filter((name) => ports[name] !== undefined)
}

async function tryAddress({ host, internalHost, ports }: Config, name: ListenerName): Promise<void> {
  const server = createServer()
  await once(server.listen(ports[name], isPublic(name) ? host : internalHost), 'listening')
  server.close()
  await once(server, 'close')
}
