// Loaded before the server and its workers. Answers its parent's question about memory, which workers are never asked, and
// writes which turns of the event loop were long: `?turns=` names the file, of which turns.ts reads the lines.
import { appendFileSync } from 'node:fs'

const turns = new URL(import.meta.url).searchParams.get('turns')
const everyMs = 5
const longMs = 50
/** The processor time of this thread, in milliseconds; on older versions of Node.js that of all threads. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

let [wallBefore, cpuBefore] = [performance.now(), cpuMs()]
let counted = 0
let long = []
const restart = () => void ([wallBefore, cpuBefore] = [performance.now(), cpuMs()])

if (turns !== null) {
  setInterval(() => {
    // other threads may work in a turn: it has no more processor time than it lasts
    const ms = Math.min(performance.now() - wallBefore, cpuMs() - cpuBefore)
    counted += 1
    if (ms > longMs) long.push(Math.round(ms))
    restart()
  }, everyMs).unref()
  setInterval(() => {
    appendFileSync(turns, `${JSON.stringify({ pid: process.pid, at: Date.now(), counted, long })}\n`)
    counted = 0
    long = []
  }, 250).unref()
}

process.on('message', (message) => {
  if (message?.kind !== 'memory') return
  globalThis.gc?.()
  globalThis.gc?.()
  // a collection that the server did not begin
  restart()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ kind: 'memory', heapBytes: heapUsed + external, residentBytes: rss })
})
// the channel must not keep the process running
process.channel?.unref()
