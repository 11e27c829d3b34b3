// Loaded before the server and its workers. Answers its parent's question about memory, which workers are never asked, and
// writes which turns of the event loop were long: `?turns=` names the file, of which turns.ts reads the lines.
import { appendFileSync } from 'node:fs'

const turns = new URL(import.meta.url).searchParams.get('turns')
const everyMs = 5
const longMs = 50
/** The processor time of this thread, in milliseconds: of Node.js 24. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let cpuBefore = 0
let counted = 0
let long = []

if (turns !== null && process.threadCpuUsage) {
  setInterval(() => {
    const ms = cpuMs() - cpuBefore
    counted += 1
    if (ms > longMs) long.push(Math.round(ms))
    cpuBefore = cpuMs()
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
  if (process.threadCpuUsage) cpuBefore = cpuMs()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ kind: 'memory', heapBytes: heapUsed + external, residentBytes: rss })
})
// the channel must not keep the process running
process.channel?.unref()
