import { Redis } from 'ioredis'
import type { RedisOptions } from 'ioredis'
import type { Logger } from '../../src/logger.js'
import { addressFault } from '../../src/redis-server.js'
import { reasonOf } from '../../src/system-error-code.js'
import { scripts } from './scripts.js'

const common: RedisOptions = {
  ...(scripts ? { scripts } : {}),
  connectTimeout: 5_000,
  disconnectTimeout: 200,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 2_000) * (0.5 + Math.random() / 2),
}

/** A connection whose commands fail at once while the server is away. */
export function failFastRedis(url: string, log: Logger, options: RedisOptions = {}): Redis {
  return watched(new Redis(url, { ...common, enableOfflineQueue: false, maxRetriesPerRequest: 0, ...options }), log)
}

/** A connection whose commands wait until the server is back, as BullMQ's worker needs it. */
export function resendingRedis(url: string, log: Logger): Redis {
  return watched(new Redis(url, { ...common, maxRetriesPerRequest: null }), log)
}

/** Logs the errors of a connection; without a listener they would be printed. */
export function watched(redis: Redis, log: Logger): Redis {
  return redis.on('error', (err: Error) => log.debug({ err }, 'queue.connection_failed'))
}

/** Logs the beginning and the end of an outage, once. SharedQueue reports a server that refuses its clients. */
export function reported(redis: Redis, log: Logger): Redis {
  let isAway = false
  redis.on('error', (err: Error) => {
    const reason = reasonOf(err)
    if (isAway || addressFault(reason) !== undefined) return
    isAway = true
    log.warn({ reason }, 'queue.unavailable')
  })
  return redis.on('ready', () => {
    if (isAway) log.info({}, 'queue.connected')
    isAway = false
  })
}
