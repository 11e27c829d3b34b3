import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Load } from './run-load.js'

// A client in a process of its own: as many requests as the connections take, for so long. Writes how many they were.
const { url, path, body, token, connections, durationMs } = JSON.parse(process.argv[2] ?? '') as Load
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const payload = body === undefined ? undefined : Buffer.from(body)
const headers = {
  ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
}
const startedAt = performance.now()
let requests = 0
await Promise.all(Array.from({ length: connections }, () => connection()))
process.stdout.write(JSON.stringify({ requests, durationMs: performance.now() - startedAt }))
agent.destroy()

async function connection(): Promise<void> {
  while (performance.now() - startedAt < durationMs) {
    await ask()
    requests += 1
  }
}

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: payload ? 'POST' : 'GET', agent, headers }, (response) => {
      if (response.statusCode !== 200) void text(response).then((answer) => reject(new Error(answer)), reject)
      else response.resume().on('end', resolve).on('error', reject)
    })
    sent.on('error', reject).end(payload)
  })
}
