import { Daemon, giveFolder } from './daemon.js'

/** A Redis server that keeps its data in `folder`, on `port` of the loopback. */
export function createRedis(folder: string, port: number): { readonly daemon: Daemon; readonly url: string } {
  giveFolder(folder, 'redis')
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '']
  const daemon = new Daemon({
    name: 'Redis',
    command: ['redis-server', ...settings, '--appendonly', 'yes', '--appendfsync', 'everysec'],
    user: 'redis',
    isReady: (output) => output.includes('Ready to accept connections'),
  })
  return { daemon, url: `redis://127.0.0.1:${port}` }
}
