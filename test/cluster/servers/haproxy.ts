import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Daemon, giveFolder } from './daemon.js'

const configuration = (port: number, backends: readonly number[]) => `
global
  maxconn 2000
defaults
  mode http
  balance leastconn
  option redispatch
  retries 3
  retry-on conn-failure
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
frontend public
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  option httpchk GET /health/ready
  default-server inter 500ms fall 2 rise 1
${backends.map((each, index) => `  server app${index + 1} 127.0.0.1:${each} check`).join('\n')}
`

/** A proxy in front of instances on these ports of the loopback. */
export function createProxy(folder: string, port: number, backends: readonly number[]) {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, backends))
  giveFolder(folder, 'haproxy')
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  const daemon = new Daemon({ name: 'HAProxy', command: ['haproxy', '-db', '-f', file], user: 'haproxy', isReady })
  return { daemon, url }
}
