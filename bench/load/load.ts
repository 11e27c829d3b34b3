import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { quantile } from '../statistics.js'
import type { Load } from './run-load.js'

// A client in its own process: sends as many requests as the connections allow for the given time, and prints their
// number.
const { url, path, method, bodies = [], token, connections, durationMs } = JSON.parse(process.argv[2] ?? '') as Load
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const payloads = bodies.map((body) => Buffer.from(body))
const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
const startedAt = performance.now()
const latenciesMs: number[] = []
await Promise.all(Array.from({ length: connections }, (_, number) => connection(payloads[number % payloads.length])))
const took = performance.now() - startedAt
const [p50Ms, p99Ms] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)]
process.stdout.write(JSON.stringify({ requests: latenciesMs.length, durationMs: took, p50Ms, p99Ms }))
agent.destroy()

async function connection(payload: Buffer | undefined): Promise<void> {
  while (performance.now() - startedAt < durationMs) {
    const askedAt = performance.now()
    await ask(payload)
    latenciesMs.push(performance.now() - askedAt)
  }
}

function ask(payload: Buffer | undefined): Promise<void> {
  const content = payload && { 'content-type': 'application/json', 'content-length': payload.length }
  const headers = { ...authorization, ...content }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      if (response.statusCode !== 200) void text(response).then((answer) => reject(new Error(answer)), reject)
      else response.resume().on('end', resolve).on('error', reject)
    })
    sent.on('error', reject).end(payload)
  })
}
