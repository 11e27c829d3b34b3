import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type ClockWatch, type Logger, within } from '@parley/runtime'
import type { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { QueuedReplyGenerator } from '../../ai-workers/shared-queue/queued-reply-generator.js'
import type { QueueWorker } from '../../ai-workers/shared-queue/queue-worker.js'
import { asFaultOf } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { isProtectedRedis } from '../../src/config/network/redis-url.js'
import type { Kind } from '../../src/kinds.js'
import { redisEvictedKeys } from '../../src/metrics/stores.js'
import { watchStores } from '../../src/instances/watch-stores.js'
import { WatchedWrites } from '../../src/instances/watch-writes.js'

/** The connection of this process to the queue in Redis. */
export interface QueueConnection {
  generatorOf(kind: Kind): QueuedReplyGenerator
  /** Runs jobs of the queue. */
  pull(kind: Kind, worker: ReplyWorker, watch?: ClockWatch): QueueWorker
  /** Sentences on what does not work now, for operators. */
  warnings(): Promise<readonly string[]>
  /** Those on the memory of Redis: it is full, or deletes keys. */
  memoryWarnings(): readonly string[]
  /** Ends the jobs of its generators first. */
  close(): Promise<void>
}

const unavailable = 'Redis is unavailable: replies wait for it'
const answerMs = 500

/**
 * Connects to the queue of `REDIS_URL`; undefined without one.
 * @throws ConfigError when the server refuses the address or is too old; an unreachable one is waited for later.
 */
export async function openQueue(config: Config, log: Logger): Promise<QueueConnection | undefined> {
  const { redisUrl: url, queueLimit } = config
  if (url === undefined) return undefined
  if (!isProtectedRedis(url)) {
    const advice = 'REDIS_URL: outside of this machine use rediss:// and a password'
    log.warn({ advice }, 'redis.unprotected')
  }
  // loads the libraries only in installations with Redis
  const [{ SharedQueue }, { QueuedReplyGenerator }, { QueueWorker }] = await Promise.all([
    import('@parley/redis-queue'),
    import('../../ai-workers/shared-queue/queued-reply-generator.js'),
    import('../../ai-workers/shared-queue/queue-worker.js'),
  ])
  const queue = await SharedQueue.open(url, log, (keys) => redisEvictedKeys.set(keys)).catch(asFaultOf('REDIS_URL'))
  const writes = new WatchedWrites(log)
  writes.watch('redis_queue', queue)
  await writes.tryAll()
  const memoryWarnings = () => [...writes.warnings(), ...queue.warnings()]
  const generators: QueuedReplyGenerator[] = []
  const pullers: QueueWorker[] = []
  const check = async () => {
    await queue.redis.ping()
    // a worker that has just been started is about to connect
    await Promise.all(pullers.map((puller) => puller.connected()))
    return true
  }
  const stopWatching = watchStores({ redis_queue: check })
  return {
    generatorOf: (kind) => {
      const generator = new QueuedReplyGenerator({ kind, queue, queueLimit, log })
      generators.push(generator)
      return generator
    },
    pull: (kind, worker, watch) => {
      const name = `${hostname()}-${randomUUID()}`
      const puller = new QueueWorker({ kind, url, worker, concurrency: config.concurrency[kind], name, log, watch })
      pullers.push(puller)
      return puller
    },
    warnings: async () => {
      const isUp = await within(answerMs, check()).catch(() => undefined)
      return isUp ? memoryWarnings() : [unavailable]
    },
    memoryWarnings,
    close: async () => {
      stopWatching()
      void writes.stop()
      await Promise.all(generators.map((generator) => generator.close()))
      await queue.close()
    },
  }
}
