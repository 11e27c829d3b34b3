import { Agent, request as startRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { quantile } from '../statistics.js'
import type { Load } from './run-load.js'

// A client in its own process: sends as many requests as the connections allow for the given time, and prints their
// number.
const {
  url,
  path,
  method,
  bodies = [],
  token,
  writes,
  connections,
  durationMs,
} = JSON.parse(process.argv[2] ?? '') as Load
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const requests = bodies.map((body) => ({ payload: Buffer.from(body), token }))
const changes = writes?.bodies.map((body) => ({ payload: Buffer.from(body), token: writes.token })) ?? []
const requestsPerWrite = 100
let sent = 0
const startedAt = performance.now()
const latenciesMs: number[] = []
await Promise.all(Array.from({ length: connections }, (_, number) => connection(number)))
const took = performance.now() - startedAt
const [p50Ms, p99Ms] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)]
process.stdout.write(JSON.stringify({ requests: latenciesMs.length, durationMs: took, p50Ms, p99Ms }))
agent.destroy()

interface Request {
  readonly payload?: Buffer
  readonly token?: string | undefined
}

async function connection(number: number): Promise<void> {
  for (let next = number; performance.now() - startedAt < durationMs; next += connections) {
    const askedAt = performance.now()
    await ask(change() ?? requests[next % requests.length] ?? { token })
    latenciesMs.push(performance.now() - askedAt)
  }
}

function change(): Request | undefined {
  sent += 1
  return sent % requestsPerWrite === 0 ? changes[(sent / requestsPerWrite) % changes.length] : undefined
}

function ask({ payload, token: bearer }: Request): Promise<void> {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const content = payload && { 'content-type': 'application/json', 'content-length': payload.length }
  const headers = { ...authorization, ...content }
  return new Promise((resolve, reject) => {
    const request = startRequest(`${url}${path}`, { method, agent, headers }, (response) => {
      if (response.statusCode !== 200) void text(response).then((answer) => reject(new Error(answer)), reject)
      else response.resume().on('end', resolve).on('error', reject)
    })
    request.on('error', reject).end(payload)
  })
}
