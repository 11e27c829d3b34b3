import { createServer } from 'node:net'
import { join } from 'node:path'
import { queryObjects } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

// `--import './test/soak/probe.mjs?FOLDER'`, in the main process and in its workers: a socket named after the process id
// answers with what the process holds after a full garbage collection. /metrics counts no timer that is unref'd.
const folder = decodeURIComponent(new URL(import.meta.url).search.slice(1))
const timer = setTimeout(() => undefined, 0)
const { constructor: Timeout } = timer
clearTimeout(timer)

function reading() {
  // it begins with the collection of all garbage, which returns free pages to the system, as gc() does not
  const timers = queryObjects(Timeout)
  const { heapUsed, external } = process.memoryUsage()
  return { timers, heapBytes: heapUsed + external }
}

if (isMainThread)
  createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(reading())))
    .listen(join(folder, String(process.pid)))
    .unref()
