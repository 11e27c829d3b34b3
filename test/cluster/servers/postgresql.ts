import { execFileSync } from 'node:child_process'
import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asUser, Daemon, giveFolder } from './daemon.js'
import { thisHost, type Host } from './host.js'

const user = 'postgres'
const versions = '/usr/lib/postgresql'

export interface PostgresServer {
  readonly daemon: Daemon
  readonly url: string
}

/** A PostgreSQL server whose data is in `folder`, on `port` of the host. */
export function createPostgres(folder: string, port: number, host: Host = thisHost): PostgresServer {
  const data = join(folder, 'data')
  giveFolder(folder, user)
  run(host, 'initdb', ['-D', data, '-U', 'parley', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  if (host !== thisHost)
    appendFileSync(join(data, 'pg_hba.conf'), 'host all all all trust\nhost replication all all trust\n')
  return server('PostgreSQL', { folder, port, host })
}

/** A standby of the server at `primary`, which runs. */
export function createStandby(folder: string, port: number, { host, primary }: { host: Host; primary: Host }) {
  const data = join(folder, 'data')
  giveFolder(folder, user)
  const source = ['-h', primary.address, '-p', String(port), '-U', 'parley']
  // with a slot, the primary keeps its log until the standby has read it: without the log a standby stops for good
  const slot = ['--create-slot', '--slot=standby']
  run(host, 'pg_basebackup', ['-D', data, ...source, ...slot, '-R', '-X', 'stream', '--checkpoint=fast'])
  const promote = () => run(host, 'pg_ctl', ['promote', '-D', data])
  return { ...server('standby', { folder, port, host }), promote }
}

const binary = (name: string) => {
  const newest = readdirSync(versions)
    .toSorted((one, other) => Number(one) - Number(other))
    .at(-1)
  return join(versions, newest ?? '', 'bin', name)
}

function run({ enter }: Host, name: string, args: readonly string[]): void {
  const [program = '', ...rest] = [...enter, ...asUser(user), binary(name), ...args]
  execFileSync(program, rest, { stdio: 'pipe', cwd: '/' })
}

function server(name: string, { folder, port, host }: { folder: string; port: number; host: Host }): PostgresServer {
  // only a crash of the machine loses what was not synchronized
  const settings = {
    listen_addresses: host.address,
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '100',
  }
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const daemon = new Daemon({
    name,
    enter: host.enter,
    command: [binary('postgres'), '-D', join(folder, 'data'), '-p', String(port), ...options],
    user,
    isReady: (output) => /database system is ready to accept (?:read-only )?connections/.test(output),
  })
  return { daemon, url: `postgres://parley@${host.name}:${port}/postgres` }
}
