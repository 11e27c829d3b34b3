import { Redis, type RedisOptions } from 'ioredis'
import { type Logger, reasonOf, SilenceTimer } from '@parley/runtime'
import { addressFault } from './redis-server.js'
import { scripts } from './scripts.js'

const common: RedisOptions = {
  scripts,
  connectTimeout: 5_000,
  disconnectTimeout: 200,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 2_000) * (0.5 + Math.random() / 2),
}

/** In milliseconds. Four of them without an answer end a connection: longer than a command blocks (BullMQ: 10 s). */
const pingMs = 3_000
const pingsPerSilence = 4

/** BullMQ makes its blocking connection by duplicating another one. */
class WatchedRedis extends Redis {
  override duplicate(override?: Partial<RedisOptions>): Redis {
    return watched(new WatchedRedis({ ...this.options, ...override }))
  }
}

/** Also logs the errors of the connection; without a listener they would be printed. */
function open(url: string, options: RedisOptions, log: Logger): Redis {
  return logged(watched(new WatchedRedis(url, { ...common, ...options })), log)
}

/**
 * Ends a connection whose server sends nothing for 12 seconds, not even answers to pings; the driver connects again and
 * looks the name of the server up again. A server that vanishes ends no connection, and the kernel waits for minutes.
 */
function watched(redis: Redis): Redis {
  return redis.on('connect', () => {
    const { stream } = redis
    let isAsked = false
    const silence = new SilenceTimer({
      everyMs: pingMs,
      ticks: pingsPerSilence,
      onTick: () => {
        if (isAsked || redis.status !== 'ready') return
        isAsked = true
        const answered = () => (isAsked = false)
        redis.ping().then(answered, answered)
      },
      onTimeout: () => stream.destroy(new Error('the server fell silent')),
    })
    stream.on('data', () => silence.received())
    stream.once('close', () => silence.stop())
  })
}

/** A connection whose commands fail at once while the server is away. */
export function failFastRedis(url: string, log: Logger, options: RedisOptions = {}): Redis {
  return open(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, ...options }, log)
}

/** A connection whose commands wait until the server is back, as BullMQ's worker needs it. */
export function resendingRedis(url: string, log: Logger): Redis {
  return open(url, { maxRetriesPerRequest: null }, log)
}

/** Logs the errors of a connection; without a listener they would be printed. */
export function logged(redis: Redis, log: Logger): Redis {
  return redis.on('error', (err: Error) => log.debug({ err }, 'queue.connection_failed'))
}

/**
 * A second connection that listens to a channel, at each connection anew. ioredis would do that too, but a failure of such
 * a command, as when the process ends at that moment, would be an unhandled rejection.
 */
export function listeningRedis(redis: Redis, channel: string, log: Logger): Redis {
  const listener = logged(redis.duplicate({ autoResubscribe: false }), log)
  return listener.on('ready', () => {
    listener.subscribe(channel).catch((err: unknown) => log.debug({ err }, 'queue.failed'))
  })
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

/** Epoch milliseconds by the clock of the server, which is the same for all instances and workers. */
export async function redisTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)
}
