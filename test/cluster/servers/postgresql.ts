import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asUser, Daemon, giveFolder } from './daemon.js'

const user = 'postgres'
const versions = '/usr/lib/postgresql'

export interface PostgresServer {
  readonly daemon: Daemon
  readonly url: string
}

/** A PostgreSQL server whose data is in `folder`, on `port` of the loopback. */
export function createPostgres(folder: string, port: number): PostgresServer {
  const newest = readdirSync(versions)
    .toSorted((one, other) => Number(one) - Number(other))
    .at(-1)
  const binary = (name: string) => join(versions, newest ?? '', 'bin', name)
  giveFolder(folder, user)
  const data = join(folder, 'data')
  const init = [binary('initdb'), '-D', data, '-U', 'parley', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  const [program, ...args] = [...asUser(user), ...init]
  execFileSync(program ?? '', args, { stdio: 'pipe', cwd: '/' })
  // only a crash of the machine loses what was not synchronized
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '100',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const daemon = new Daemon({
    name: 'PostgreSQL',
    command: [binary('postgres'), '-D', data, '-p', String(port), ...options],
    user,
    isReady: (output) => output.includes('database system is ready to accept connections'),
  })
  return { daemon, url: `postgres://parley@127.0.0.1:${port}/postgres` }
}
