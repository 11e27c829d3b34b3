import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgres } from '../../test/cluster/servers/postgresql.js'
import { createRedis } from '../../test/cluster/servers/redis.js'
import { freePort } from '../../test/support/app/free-port.js'
import { signIn } from '../client.js'
import { withoutLimits } from '../fanout/fill-watchers.js'
import { cpuMsOf, serverArgs, startServer, type ServerProcess } from '../processes.js'
import { loaded, startWorker } from '../worker.js'

/** A running installation with accounts, whose office model is the one that was given. */
export interface Installation {
  readonly url: string
  readonly tokens: readonly string[]
  /** Of the instance, and of Redis if there is one. */
  cpuMs(): number
  stop(): Promise<void>
}

export interface InstallationOptions {
  readonly folder: string
  /** The value of `LOCAL_MODEL`. */
  readonly model: string
  /** Replies at a time, of each worker. */
  readonly concurrency: number
  readonly accounts: number
  /** More settings of the workers. */
  readonly env?: Readonly<Record<string, string>>
}

const limits = { RATE_LIMITS: withoutLimits, SOCKET_LIMITS: '{"connectionsPerAddress":100000}' }

/** One process tree on the embedded stores. */
export async function openOneProcess({
  folder,
  model,
  concurrency,
  accounts,
}: InstallationOptions): Promise<Installation> {
  const own = mkdtempSync(join(folder, 'one-'))
  const env = {
    ...limits,
    DATA_DIR: own,
    ROLES: 'app,office',
    AI_OFFICE_PORT: '0',
    LOCAL_MODEL: model,
    OFFICE_CONCURRENCY: String(concurrency),
  }
  const server = await startServer({
    name: 'one process',
    args: serverArgs,
    env,
    portName: 'APP_PORT',
    logFile: join(own, 'log'),
  })
  const cpuMs = () => cpuMsOf(server.pid)
  return { url: server.url, tokens: await signInAll(server.url, accounts), cpuMs, stop: () => server.stop() }
}

/** An instance, workers, PostgreSQL and Redis. */
export async function openCluster(options: InstallationOptions & { readonly workers: number }): Promise<Installation> {
  const { folder, model, concurrency, accounts } = options
  const own = mkdtempSync(join(folder, 'cluster-'))
  chmodSync(own, 0o755)
  const folderOf = (name: string) => {
    mkdirSync(join(own, name))
    return join(own, name)
  }
  const postgres = createPostgres(folderOf('postgres'), await freePort())
  const redis = createRedis(folderOf('redis'), await freePort())
  const daemons = [postgres.daemon, redis.daemon]
  const servers: ServerProcess[] = []
  const stop = async () => {
    for (const server of servers) await server.stop()
    for (const daemon of daemons) await daemon.end('SIGKILL')
  }
  try {
    await Promise.all(daemons.map((daemon) => daemon.start()))
    const shared = { REDIS_URL: redis.url, QUEUE_LIMIT: String(accounts) }
    const env = { ...shared, ...limits, DATA_DIR: folderOf('instance'), ROLES: 'app', DATABASE_URL: postgres.url }
    const logFile = join(own, 'instance.log')
    const instance = await startServer({ name: 'instance', args: serverArgs, env, portName: 'APP_PORT', logFile })
    servers.push(instance)
    for (let number = 1; number <= options.workers; number += 1) {
      const env = { ...shared, ...options.env, LOCAL_MODEL: model, OFFICE_CONCURRENCY: String(concurrency) }
      const worker = await startWorker(`worker-${number}`, { folder: own, env })
      servers.push(worker)
      await loaded(worker)
    }
    const { url } = instance
    const cpuMs = () => cpuMsOf(instance.pid) + cpuMsOf(redis.daemon.pid)
    return { url, tokens: await signInAll(url, accounts), cpuMs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function signInAll(url: string, accounts: number): Promise<string[]> {
  const tokens: string[] = []
  for (let number = 0; number < accounts; number += 1) tokens.push(await signIn(url, `bench${number}`))
  return tokens
}
