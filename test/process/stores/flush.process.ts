import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'
import { hasStrace, systemCallsDuring, tracedDuring } from '../../support/app/system-calls.js'
import { watch } from '../../support/app/watch.js'

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
  await server.stop('SIGTERM')
})

traced('a message is answered after its flush, and no other flush delays the first text of its reply', async () => {
  const stalling = 'scripted:?chunks=5&delayMs=1&stallAt=3&reply=abcdefghij'
  const server = await processes.start({ ROLES: 'app,office', AI_OFFICE_PORT: '0', LOCAL_MODEL: stalling })
  const ada = await Person.register(server.url, 'ada')
  const roomId = await ada.room()
  const message = 'a message that no earlier write has'
  const seen = await systemCallsDuring(server.pid, calls, async () => {
    const id = await ada.say(roomId, message, 'key')
    await watch(ada, id, undefined, ({ delta }) => delta !== '')
  })
  const written = seen.findIndex((call) => call.startsWith('pwrite64') && call.includes(message))
  const answered = seen.findIndex((call) => call.startsWith('write') && call.includes('"sendMessage"'))
  const shown = seen.findIndex((call) => call.startsWith('write') && /\\"delta\\":\\"[a-j]/.test(call))
  expect(written).toBeGreaterThanOrEqual(0)
  expect(seen.slice(written, answered).some(isFlush)).toBe(true)
  expect(shown).toBeGreaterThan(answered)
  expect(seen.slice(answered, shown).filter(isFlush)).toEqual([])
  await server.stop('SIGTERM')
})

traced('no flush is on the thread that serves requests, also when the log is copied to the database', async () => {
  const server = await processes.start({ ROLES: 'app' })
  const log = join(processes.dataDir, 'parley.db-wal')
  const ada = await Person.register(server.url, 'eve')
  const roomId = await ada.room()
  const texts = { input_data: 'x'.repeat(500), output_data: 'y'.repeat(500) }
  const write = async () => {
    const { status } = await ada.rest('PUT', `/api/rooms/officerooms/${roomId}/logs`, texts)
    expect(status).toBe(200)
  }
  const seen = await tracedDuring(server.pid, ['fdatasync', 'fsync'], async () => {
    await write()
    await until('the log is cut, 10 s after a write', () => statSync(log).size === 0)
    await write()
    // it begins anew after 1,000 pages: the header counts it
    const rounds = () => readFileSync(log).readUInt32BE(12)
    for (const first = rounds(); rounds() === first;) await write()
  })
  const ofDatabase = seen.filter(({ call }) => /<[^>]*\/parley\.db(?:-wal)?>/.test(call))
  expect(ofDatabase.some(({ call }) => call.includes('/parley.db>'))).toBe(true)
  expect(ofDatabase.filter(({ isOfMainThread }) => isOfMainThread)).toEqual([])
  await server.stop('SIGTERM')
})
