import { counter, gauge, histogram, shortSeconds } from '@parley/runtime'

export const chatLogSeconds = histogram({
  name: 'parley_chat_log_duration_seconds',
  help: 'Time of a call of the store of chat logs, by method.',
  labelNames: ['method'],
  buckets: shortSeconds,
})

export const mails = counter({
  name: 'parley_mails_total',
  help: 'Mails, by outcome: sent or failed.',
  labelNames: ['outcome'],
  zeros: [{ outcome: 'sent' }, { outcome: 'failed' }],
})
export const purges = counter({
  name: 'parley_purges_total',
  help: 'Attempts to remove deleted data from another store, by kind and outcome: done or deferred.',
  labelNames: ['kind', 'outcome'],
})
/** Kept by src/instances/watch-stores.ts. */
export const storeUp = gauge({
  name: 'parley_store_up',
  help: 'Whether a store that this process uses answers, whether or not there are requests: 1 or 0, by store: database, chat_logs (MongoDB), images, redis_bus or redis_queue.',
  labelNames: ['store'],
})
/** Kept by src/instances/watch-writes.ts. */
export const storeWritable = gauge({
  name: 'parley_store_writable',
  help: 'Whether a store of this process accepts writes: 0 from the first that it refuses, as with a full disk, until one succeeds; by store: database, chat_logs (MongoDB), images or redis_queue.',
  labelNames: ['store'],
})
/** Kept by src/instances/watch-damage.ts. */
export const storeDamaged = gauge({
  name: 'parley_store_damaged',
  help: 'Whether a damaged page of the database was met since the start: 1 or 0, by store: database.',
  labelNames: ['store'],
})
/** Kept by src/instances/watch-disks.ts. */
export const diskFreeBytes = gauge({
  name: 'parley_disk_free_bytes',
  help: 'Free bytes of the disks in use: data (the data folder with the database), images (their folder) and temporary.',
  labelNames: ['disk'],
})
/** Kept by main/workers/queue-connection.ts. */
export const redisEvictedKeys = gauge({
  name: 'parley_redis_evicted_keys',
  help: 'Keys that Redis has deleted since its start because it was full: it must not delete any.',
})
