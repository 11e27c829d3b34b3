import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { addressOf, note, withFreshNumbers } from './connect.js'
import type { AttackOutcome, SocketOperation, Tactic } from './tactic.js'

type SocketTactic = Extract<Tactic, { kind: 'socket' }>

/** Sockets of the GraphQL endpoint that send operations or pings, and read as `reads` says. */
export async function attackBySockets(tactic: SocketTactic, outcome: AttackOutcome, endAt: number): Promise<void> {
  const clients = Array.from({ length: tactic.clients }, (_, client) => open(tactic, client, outcome, endAt))
  await Promise.all(clients)
}

async function open(tactic: SocketTactic, client: number, outcome: AttackOutcome, endAt: number): Promise<void> {
  const localAddress = addressOf(client, tactic.addresses)
  const options = localAddress === undefined ? {} : { localAddress }
  const url = `ws://127.0.0.1:${String(tactic.target.port)}/graphql`
  const webSocket = new WebSocket(url, 'graphql-transport-ws', options)
  outcome.connections += 1
  let isOurs = false
  webSocket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    webSocket.once('close', (code) => {
      if (!isOurs) outcome.closed += 1
      if (!isOurs) note(outcome, `close ${String(code)}`)
      resolve()
    })
  })
  const opened = await Promise.race([
    new Promise<true>((resolve) => webSocket.once('open', () => resolve(true))),
    closed.then(() => false),
  ])
  if (!opened) return
  webSocket.on('message', (data: Buffer) => {
    outcome.bytes += data.length
    outcome.largestAnswer = Math.max(outcome.largestAnswer, data.length)
    const text = data.subarray(0, 2_000).toString('latin1')
    const type = /"type":"(\w+)"/.exec(text)?.[1] ?? 'unknown'
    if (type === 'connection_ack') {
      operate(webSocket, tactic)
      void repeat(webSocket, tactic, endAt)
    }
    if (type !== 'connection_ack' && type !== 'pong')
      note(outcome, [type, ...(/"code":"([A-Z_]+)"/.exec(text)?.slice(1) ?? [])].join(' '))
  })
  const payload = tactic.token === undefined ? {} : { payload: { authorization: `Bearer ${tactic.token}` } }
  webSocket.send(JSON.stringify({ type: 'connection_init', ...payload }))
  await Promise.race([closed, pause(Math.max(0, endAt - Date.now()))])
  if (tactic.reads === 'never') {
    webSocket.resume()
    await Promise.race([closed, pause(200)])
  }
  isOurs = true
  webSocket.terminate()
}

function operate(webSocket: WebSocket, { operations, reads, pings = 0 }: SocketTactic): void {
  if (reads === 'never') webSocket.pause()
  for (const [index, operation] of operations.entries()) webSocket.send(subscribe(String(index), operation))
  for (let ping = 0; ping < pings; ping += 1) {
    webSocket.ping()
    webSocket.send('{"type":"ping"}')
  }
}

/** More would only fill the memory of the attackers. */
const mostUnsent = 1_000_000

async function repeat(webSocket: WebSocket, { repeated = [] }: SocketTactic, endAt: number): Promise<void> {
  let id = 0
  while (repeated.length > 0 && Date.now() < endAt && webSocket.readyState === webSocket.OPEN) {
    if (webSocket.bufferedAmount < mostUnsent)
      for (const operation of repeated) webSocket.send(subscribe(`again ${String((id += 1))}`, operation))
    await pause(10)
  }
}

function subscribe(id: string, { query, variables = '{}', extensions = '{}' }: SocketOperation): string {
  const text = JSON.stringify(withFreshNumbers(query))
  return `{"id":"${id}","type":"subscribe","payload":{"query":${text},"variables":${variables},"extensions":${extensions}}}`
}
