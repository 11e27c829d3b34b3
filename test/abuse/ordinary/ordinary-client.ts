import { Agent, request } from 'node:http'
import type { OrdinaryRequest, OrdinarySettings, OrdinaryWindow } from './ordinary.js'

// The ordinary client, in its own process: sends 20 requests a second at fixed times, whether or not earlier ones are
// answered.
const intervalMs = 50
const patienceMs = 30_000

let window = newWindow()
const pending = new Set<Promise<void>>()
const agent = new Agent({ keepAlive: true })

process.on('message', (message: { kind: 'begin'; settings: OrdinarySettings } | { kind: 'window' }) => {
  if (message.kind === 'begin') begin(message.settings)
  else void endWindow()
})
process.on('disconnect', () => process.exit(0))

/** A window includes the answers to its requests. */
async function endWindow(): Promise<void> {
  await Promise.all(pending)
  process.send?.({ kind: 'window', window })
  window = newWindow()
}

function begin({ url, requests }: OrdinarySettings): void {
  let number = 0
  const startedAt = performance.now()
  const next = () => {
    window.latestMs = Math.max(window.latestMs, Math.round(performance.now() - startedAt - number * intervalMs))
    const each = requests[number % requests.length]
    if (each) {
      window.sent += 1
      const sent = send(url, each, performance.now()).finally(() => pending.delete(sent))
      pending.add(sent)
    }
    number += 1
    setTimeout(next, Math.max(0, startedAt + number * intervalMs - performance.now()))
  }
  next()
}

function send(url: string, ordinary: OrdinaryRequest, sentAt: number): Promise<void> {
  const { name, method, path, headers, body, expects } = ordinary
  return new Promise((resolve) => {
    const finish = (wrong?: string) => {
      window.delaysMs.push(Math.round(performance.now() - sentAt))
      if (wrong !== undefined) window.wrong.push({ request: name, answer: wrong })
      resolve()
    }
    const options = { method, headers: { ...headers }, agent, timeout: patienceMs }
    const asked = request(new URL(path, url), options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        const isExpected = response.statusCode === expects.status && text.includes(expects.text)
        const isOrdinary = isExpected && !text.includes('"errors"')
        finish(isOrdinary ? undefined : `${String(response.statusCode)} ${text.slice(0, 200)}`)
      })
      response.on('error', (error) => finish(error.message))
    })
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${String(patienceMs / 1_000)} s`)))
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // the server has closed a kept connection: any client retries then
      if (asked.reusedSocket && error.code === 'ECONNRESET') void send(url, ordinary, sentAt).then(resolve)
      else finish(error.message)
    })
    asked.end(body)
  })
}

function newWindow(): OrdinaryWindow {
  return { sent: 0, delaysMs: [], latestMs: 0, wrong: [] }
}
