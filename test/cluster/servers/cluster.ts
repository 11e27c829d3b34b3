import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testMongoDatabase } from '@parley/testing'
import { manyPeople } from '../../support/app/many-people.js'
import { freePort } from '../../support/app/free-port.js'
import { Engine } from '../engine.js'
import type { Daemon } from './daemon.js'
import { thisHost, type Host } from './host.js'
import { createProxy } from './haproxy.js'
import { createParley } from './parley.js'
import { createPostgres } from './postgresql.js'
import { createRedis } from './redis.js'

/** The members of an installation on several machines, all on this one. */
export interface Cluster {
  /** The address of the proxy. */
  readonly url: string
  readonly engine: Engine
  readonly instances: readonly Daemon[]
  /** The addresses of the instances without the proxy, and of their metrics. */
  readonly doors: readonly Doors[]
  /** The environment of a command of the operator. */
  readonly operator: Readonly<Record<string, string>>
  readonly workers: readonly Daemon[]
  readonly postgres: Daemon
  readonly redis: Daemon
  readonly redisUrl: string
  readonly proxy: Daemon
  close(): Promise<void>
}

export interface Doors {
  readonly url: string
  readonly metricsUrl: string
}

export interface Places {
  readonly postgres: Host
  readonly redis: Host
  /** Called with the empty folder for the data of PostgreSQL. */
  readonly prepare?: (folder: string) => void
}

/**
 * Starts PostgreSQL, Redis, two instances, two character workers, an office worker and the proxy. `program`: the arguments
 * of node that run an instance or a worker.
 */
export async function startCluster(
  program: readonly string[],
  places: Places = { postgres: thisHost, redis: thisHost },
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cluster-'))
  // the servers run as users of their own
  chmodSync(folder, 0o755)
  const folderOf = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  const engine = await Engine.open()
  const postgresFolder = folderOf('postgres')
  places.prepare?.(postgresFolder)
  const postgres = createPostgres(postgresFolder, await freePort(), places.postgres)
  const redis = createRedis(folderOf('redis'), await freePort(), places.redis)
  const chats = testMongoDatabase(folder)
  const common = {
    ENV_FILE: '/dev/null',
    LOCAL_MODEL: engine.model,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'info',
    // the processes share two cores
    LOAD_LIMITS: '{"eventLoopMs":false}',
  }
  const images = folderOf('images')
  const ports = [await freePort(), await freePort()]
  const metricsPorts = [await freePort(), await freePort()]
  /** Data folders with the same images, as a mounted folder provides them. */
  const dataDirOf = (name: string) => {
    const dataDir = folderOf(name)
    symlinkSync(images, join(dataDir, 'images'))
    return dataDir
  }
  const stores = {
    ...common,
    DATABASE_URL: postgres.url,
    JWT_SECRET: 'cluster'.repeat(10),
    ...(chats ? { MONGODB_URL: chats.url } : {}),
  }
  const instances = ports.map((port, index) => {
    const name = `instance ${index + 1}`
    const env = {
      ...stores,
      DATA_DIR: dataDirOf(name),
      ROLES: 'app,chatlog,admin,gateway',
      APP_PORT: String(port),
      CHATLOG_PORT: '0',
      ADMIN_PORT: '0',
      AI_GATEWAY_PORT: '0',
      METRICS_PORT: String(metricsPorts[index]),
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_MS: '1500',
      RATE_LIMITS: manyPeople,
    }
    return createParley({ name, program, env })
  })
  const workers = (['character', 'character', 'office'] as const).map((kind, index) => {
    const name = `worker ${index + 1}`
    const env = {
      ...common,
      DATA_DIR: folderOf(name),
      ROLES: kind,
      AI_CHARACTER_PORT: '0',
      AI_OFFICE_PORT: '0',
      CHARACTER_CONCURRENCY: '4',
      OFFICE_CONCURRENCY: '4',
    }
    return createParley({ name, program, env })
  })
  const proxy = createProxy(folderOf('proxy'), await freePort(), ports)
  const daemons = [proxy.daemon, ...instances, ...workers, redis.daemon, postgres.daemon]
  const close = async () => {
    await Promise.all(daemons.map((daemon) => daemon.end('SIGKILL')))
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
    await chats?.drop()
  }
  try {
    await Promise.all([postgres.daemon.start(), redis.daemon.start()])
    // the first instance migrates the database
    for (const instance of instances) await instance.start()
    await Promise.all(workers.map((worker) => worker.start()))
    await proxy.daemon.start()
  } catch (error) {
    await close()
    throw error
  }
  const operator = { ...stores, DATA_DIR: dataDirOf('operator'), ROLES: 'app' }
  return {
    doors: ports.map((port, index) => ({
      url: `http://127.0.0.1:${port}`,
      metricsUrl: `http://127.0.0.1:${metricsPorts[index] ?? 0}/metrics`,
    })),
    ...{ url: proxy.url, engine, instances, operator, workers, redisUrl: redis.url, close },
    ...{ postgres: postgres.daemon, redis: redis.daemon, proxy: proxy.daemon },
  }
}
