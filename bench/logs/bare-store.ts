import { BareLogs } from './bare-logs.js'
import { turn, userId } from './fill-log-rooms.js'
import type { StoreJob } from './run-store.js'

// The statements alone, one call after another in their own process, without HTTP and clients. Prints their number.
const { file, act, rooms, durationMs } = JSON.parse(process.argv[2] ?? '') as StoreJob
const logs = new BareLogs(file)
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
let calls = 0
while (performance.now() - startedAt < durationMs) {
  const room = { user_id: userId, id: rooms[calls % rooms.length] ?? '' }
  if (!(act === 'save' ? logs.save({ ...room, ...turn }) : logs.load(room))) throw new Error('no such room')
  calls += 1
}
const took = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpuBefore)
process.stdout.write(JSON.stringify({ perSecond: calls / (took / 1_000), cpuMs: (user + system) / 1_000 / calls }))
