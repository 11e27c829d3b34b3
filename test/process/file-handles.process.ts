import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'

const handles = 256
const connections = 400

let processes: Processes
let server: Started
const sockets: Socket[] = []
beforeAll(async () => {
  processes = await Processes.create()
  const ports = { CHATLOG_PORT: '0', ADMIN_PORT: '0', AI_GATEWAY_PORT: '0', METRICS_PORT: '0' }
  server = await processes.start({ ROLES: 'app,chatlog,admin,gateway', ...ports }, { handles })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await processes.close()
})

/** Connects and says nothing; resolves when the connection is open, or closed again. */
function idle(port: number): Promise<unknown> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(undefined))
    socket.on('error', resolve)
    sockets.push(socket)
  })
}

/** The newest line about handles: a state can end and begin again while connections come and go. */
const newestLine = () =>
  server
    .output()
    .split('\n')
    .findLast((line) => line.includes('"name":"file_handles.')) ?? ''
const portOf = (listener: string) => server.ports[listener] ?? 0
const at = (listener: string) => new Person(`http://127.0.0.1:${String(portOf(listener))}`)

describe('a server with few file handles, and idle connections beyond them', () => {
  it.each(['app', 'gateway', 'chatlog'])(
    'at its listener %s answers on every listener, and says so',
    async (listener) => {
      await Promise.all(Array.from({ length: connections }, () => idle(portOf(listener))))
      await until('a line says that no handles are left', () => newestLine().includes('file_handles.exhausted'))
      expect(newestLine()).toMatch(/"limit":256,"kept":64,/)
      for (const other of ['app', 'chatlog', 'admin', 'gateway', 'metrics'])
        expect([other, (await at(other).rest('GET', '/health/ready')).status]).toEqual([other, 200])
      const { status, text } = await at('metrics').rest('GET', '/metrics')
      expect([status, text]).toEqual([200, expect.stringContaining('process_max_fds 256')])
      expect(Number(/^process_open_fds (\d+)/m.exec(text)?.[1])).toBeLessThan(handles)
      const ada = await Person.register(server.url, `ada-${listener}`)
      expect(await ada.room()).toEqual(expect.any(String))
      for (const socket of sockets.splice(0)) socket.destroy()
      await until('there are handles again', () => newestLine().includes('file_handles.available'))
    },
  )
})
