import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Processes } from '../../support/app/processes.js'
import { hasStrace, systemCallsDuring } from '../../support/app/system-calls.js'

const clients = 50
const user_id = '7'
const calls = ['pwrite64', 'fdatasync', 'fsync', 'write', 'writev']
const isFlush = (call: string) => /^f(?:data)?sync\(\d+<[^>]*\/parley\.db-wal>\)\s+= 0$/.test(call)

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create({ embedded: true })
})
afterAll(() => processes.close())

// .ci/strace.sh has strace
const traced = hasStrace() ? it : it.skip

traced('save_log of 50 clients at once is answered after the entry is written to the disk and flushed', async () => {
  const server = await processes.start({ ROLES: 'app,chatlog', CHATLOG_PORT: '0' })
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${String(server.ports['chatlog'])}/doclog/office/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id, ...body }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Record<string, string>
  }
  const rooms = await Promise.all(
    Array.from({ length: clients }, async () => (await send('POST', 'create', {}))['Document ID'] ?? ''),
  )
  // the id of the room is in no other answer, and the text in no earlier write
  const textIn = (room: string) => `a text for ${room}`
  const seen = await systemCallsDuring(server.pid, calls, () =>
    Promise.all(rooms.map((id) => send('PUT', 'save_log', { id, input_data: textIn(id), output_data: 'said' }))),
  )
  for (const room of rooms) {
    const written = seen.findIndex(
      (call) => call.startsWith('pwrite64') && call.includes('parley.db-wal>') && call.includes(textIn(room)),
    )
    const answered = seen.findIndex((call) => call.startsWith('write') && call.includes(`with ID: ${room}`))
    expect(written).toBeGreaterThanOrEqual(0)
    expect(answered).toBeGreaterThan(written)
    expect(seen.slice(written, answered).some(isFlush)).toBe(true)
  }
})
