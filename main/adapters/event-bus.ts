import type { Logger } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { asFaultOf } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { installationId } from '../../src/database/installation.js'
import type { EventBus } from '../../src/ports/event-bus/event-bus.js'
import { MemoryEventBus } from '../../src/ports/event-bus/memory-event-bus.js'

interface OpenBus {
  readonly bus: EventBus
  /** Sentences on what does not work now, for operators. */
  readonly warnings: () => readonly string[]
  /** Rejects while the bus of other instances cannot be used; undefined for the bus of one process. */
  readonly check?: () => Promise<void>
}

const unavailable =
  'Redis is unavailable: replies wait for it, and changes made by other instances arrive a few seconds late'

/**
 * Opens the bus: that of this process alone, or with `REDIS_URL` that of all instances.
 * @throws ConfigError when the server refuses the address or is too old; an unreachable one is waited for later.
 */
export async function openEventBus(
  { redisUrl }: Config,
  { database, log }: { readonly database: Database; readonly log: Logger },
): Promise<OpenBus> {
  if (redisUrl === undefined) return { bus: new MemoryEventBus(), warnings: () => [] }
  // loads the driver only in installations with Redis
  const { RedisEventBus } = await import('../../src/ports/event-bus/redis-event-bus.js')
  const options = { url: redisUrl, installationId: await installationId(database), log }
  const bus = await RedisEventBus.open(options).catch(asFaultOf('REDIS_URL'))
  const check = () => (bus.isAvailable ? Promise.resolve() : Promise.reject(new Error(unavailable)))
  return { bus, check, warnings: () => (bus.isAvailable ? [] : [unavailable]) }
}
