import { systemErrorCode } from '@parley/runtime'
import type { Config } from '../src/config/config.js'
import { ConfigError } from '../src/config/config-error.js'
import { portNames, type ListenerName } from '../src/config/ports.js'

const portFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens on port',
  EACCES: 'this user may not listen on port',
}

const addressFaults: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is a name that is not known here',
  EAI_AGAIN: 'is a name that cannot be looked up now',
  EADDRNOTAVAIL: 'is an address that this machine does not have',
  EAFNOSUPPORT: 'is an address of a kind that this machine does not have',
  EINVAL: 'is an address that cannot be listened at',
}

/** Whether a listener is on `HOST`, else it is on `INTERNAL_HOST`. */
export const isPublic = (name: ListenerName): boolean => name === 'app' || name === 'tls'

/**
 * Waits for a listener.
 * @throws ConfigError with the name and the value of the setting when its port or its address is unavailable.
 */
export async function waitForListener<T>(
  { host, internalHost, ports }: Pick<Config, 'host' | 'internalHost' | 'ports'>,
  name: ListenerName,
  opening: Promise<T>,
): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const code = systemErrorCode(error)
    const [setting, address] = isPublic(name) ? ['HOST', host] : ['INTERNAL_HOST', internalHost]
    const portFault = portFaults[code]
    const addressFault = addressFaults[code]
    if (portFault !== undefined)
      throw new ConfigError([`${portNames[name]}: ${portFault} ${String(ports[name])}`], error)
    if (addressFault !== undefined) throw new ConfigError([`${setting}: ${address} ${addressFault}`], error)
    throw error
  }
}
