import { Daemon, giveFolder } from './daemon.js'
import { thisHost, type Host } from './host.js'

/** A Redis server that keeps its data in `folder`, on `port` of the host. */
export function createRedis(
  folder: string,
  port: number,
  host: Host = thisHost,
): { readonly daemon: Daemon; readonly url: string } {
  giveFolder(folder, 'redis')
  const settings = ['--bind', host.address, '--port', String(port), '--dir', folder, '--save', '']
  const daemon = new Daemon({
    name: 'Redis',
    enter: host.enter,
    command: [
      ...['redis-server', ...settings, '--appendonly', 'yes', '--appendfsync', 'everysec'],
      // there is no password
      ...['--protected-mode', 'no'],
    ],
    user: 'redis',
    isReady: (output) => output.includes('Ready to accept connections'),
  })
  return { daemon, url: `redis://${host.name}:${port}` }
}
