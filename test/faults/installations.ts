import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '../cluster/engine.js'
import { startCluster } from '../cluster/servers/cluster.js'
import { Daemon } from '../cluster/servers/daemon.js'
import { createStandby } from '../cluster/servers/postgresql.js'
import { createRedis } from '../cluster/servers/redis.js'
import { freePort } from '../support/app/free-port.js'
import { manyPeople } from '../support/app/many-people.js'
import type { ManyMachines, OneProcess } from './fault.js'
import { Machines } from './servers/machines.js'
import { mountSmallDisk, unmountDisk } from './small-disk.js'

const program = ['dist/main/main.js']
const databaseMegabytes = 600
const dataMegabytes = 64
const logMegabytes = 32

export async function startManyMachines(hostsFile: string): Promise<ManyMachines> {
  const network = new Machines(hostsFile)
  const machines = {
    database: await network.add('database'),
    standby: await network.add('standby'),
    queue: await network.add('queue'),
    spareQueue: await network.add('spare-queue'),
  }
  let postgresFolder = ''
  const cluster = await startCluster(program, {
    ...{ postgres: machines.database, redis: machines.queue },
    prepare: (folder) => {
      mountSmallDisk(folder, databaseMegabytes)
      postgresFolder = folder
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'parley-spare-'))
  // the servers run as users of their own
  chmodSync(folder, 0o755)
  const folderOf = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  const portOf = (url: string | undefined) => Number(new URL(url ?? '').port)
  const hosts = { host: machines.standby, primary: machines.database }
  const standby = createStandby(folderOf('standby'), portOf(cluster.operator['DATABASE_URL']), hosts)
  const { daemon: spareRedis } = createRedis(folderOf('redis'), portOf(cluster.redisUrl), machines.spareQueue)
  await standby.daemon.start()
  const { url, engine, doors, operator, instances, workers } = cluster
  return {
    ...{ url, engine, doors, operator, cluster, network, machines, standby, spareRedis, postgresFolder },
    daemons: [...instances, ...workers],
    close: async () => {
      await Promise.all([standby.daemon.end('SIGKILL'), spareRedis.end('SIGKILL')])
      unmountDisk(postgresFolder)
      await cluster.close()
      rmSync(folder, { recursive: true })
      network.close()
    },
  }
}

export async function startOneProcess(): Promise<OneProcess> {
  const engine = await Engine.open()
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-one-'))
  mountSmallDisk(dataDir, dataMegabytes)
  const [port, metricsPort] = [await freePort(), await freePort()]
  const operator = {
    ...{ ENV_FILE: '/dev/null', DATA_DIR: dataDir, LOCAL_MODEL: engine.model, RATE_LIMITS: manyPeople },
    // the processes share two cores
    LOAD_LIMITS: '{"eventLoopMs":false}',
  }
  const internal = ['CHATLOG_PORT', 'ADMIN_PORT', 'AI_GATEWAY_PORT', 'AI_OFFICE_PORT', 'AI_CHARACTER_PORT']
  const env = {
    ...operator,
    ...{ LOG_LEVEL: 'info', APP_PORT: String(port), METRICS_PORT: String(metricsPort) },
    ...Object.fromEntries(internal.map((name) => [name, '0'])),
  }
  // its log goes to a file on a disk of its own, and from there to us
  const logDir = mkdtempSync(join(tmpdir(), 'parley-log-'))
  mountSmallDisk(logDir, logMegabytes)
  const command = ['bash', '-c', `exec ${process.execPath} ${program.join(' ')} >> ${logDir}/log 2>&1`]
  const logFile = join(logDir, 'log')
  const isReady = () => existsSync(logFile) && readFileSync(logFile, 'utf8').includes('"name":"ready"')
  const server = new Daemon({ name: 'the server', command, env: { HOST: '127.0.0.1', ...env }, isReady })
  await server.start()
  const log = new Daemon({ name: 'the log', command: ['tail', '-F', '-n', '+1', `${logDir}/log`], isReady: () => true })
  await log.start()
  const url = `http://127.0.0.1:${port}`
  return {
    ...{ url, engine, operator, server, dataDir, logDir },
    doors: [{ url, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }],
    daemons: [log],
    close: async () => {
      await Promise.all([server.end('SIGKILL'), log.end('SIGKILL')])
      await engine.close()
      for (const disk of [dataDir, logDir]) {
        unmountDisk(disk)
        rmSync(disk, { recursive: true })
      }
    },
  }
}
