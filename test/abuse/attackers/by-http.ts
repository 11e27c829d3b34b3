import { Agent, request as askPlain } from 'node:http'
import { Agent as TlsAgent, request as askTls } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, AttackerConnection, bytesOf, note, withFreshNumbers } from './connect.js'
import { openAt } from './server-ends.js'
import type { HttpRequest, AttackOutcome, Tactic } from './tactic.js'

type HttpTactic = Extract<Tactic, { kind: 'http' }>

/** Sends requests and reads their answers as `reads` says. */
export async function attackByHttp(tactic: HttpTactic, outcome: AttackOutcome, endAt: number): Promise<void> {
  const all = Array.from({ length: tactic.clients }, (_, client) => client)
  if (tactic.reads === 'whole') {
    await Promise.all(all.map((client) => askAgainAndAgain(tactic, client, outcome, endAt)))
    return
  }
  const end = endOf(tactic, endAt)
  const connections = await Promise.all(all.map((client) => leaveUnread(tactic, client, outcome, { endAt, end })))
  const left = connections.filter((connection) => connection !== undefined)
  const open = openAt(tactic.target.port)
  await Promise.all(left.map((connection) => seeEnd(connection, outcome, open)))
}

/** The codes of errors are in the first or the last characters of an answer. */
const keptCharacters = 4_000

/** How long to wait for an answer after the end of the requests, in milliseconds. */
const patienceMs = 20_000

async function askAgainAndAgain(
  tactic: HttpTactic,
  client: number,
  outcome: AttackOutcome,
  endAt: number,
): Promise<void> {
  const { target, requests, addresses } = tactic
  const localAddress = addressOf(client, addresses)
  const from = localAddress === undefined ? {} : { localAddress }
  const agent = target.tls
    ? new TlsAgent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    : new Agent({ keepAlive: true, maxSockets: 1 })
  const where =
    target.socketPath === undefined
      ? { host: '127.0.0.1', port: target.port, ...from }
      : { socketPath: target.socketPath }
  outcome.connections += 1
  for (let number = client; Date.now() < endAt; number += 1) {
    const asked = requests[number % requests.length]
    if (asked) await ask(asked, { ...where, agent, ask: target.tls ? askTls : askPlain }, outcome, endAt)
  }
  agent.destroy()
}

interface Way {
  readonly agent: Agent
  readonly ask: typeof askPlain
}

function ask(
  { method, path, headers, body, encoding = 'utf8' }: HttpRequest,
  { ask: begin, ...where }: Way,
  outcome: AttackOutcome,
  endAt: number,
) {
  return new Promise<void>((resolve) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = begin(
      { ...where, method, path: withFreshNumbers(path), headers: { ...json, ...headers } },
      (response) => {
        let size = 0
        let text = ''
        response.setEncoding('latin1').on('data', (chunk: string) => {
          size += chunk.length
          if (text.length < keptCharacters) text += chunk.slice(0, keptCharacters)
        })
        response.once('close', () => {
          outcome.bytes += size
          outcome.largestAnswer = Math.max(outcome.largestAnswer, size)
          const codes = new Set([...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code = '']) => code))
          note(outcome, [String(response.statusCode), ...codes].join(' '))
          resolve()
        })
      },
    )
    const giveUp = setTimeout(() => sent.destroy(), Math.max(0, endAt - Date.now()) + patienceMs)
    sent.once('close', () => {
      clearTimeout(giveUp)
      resolve()
    })
    sent.on('error', () => {
      if (Date.now() < endAt) outcome.closed += 1
      // no busy loop when the server refuses connections
      setTimeout(resolve, 50)
    })
    sent.end(body === undefined ? body : withFreshNumbers(body), encoding)
  })
}

/** When the time is over, or the server has closed as many connections as it must. */
async function endOf({ target, mustClose }: HttpTactic, endAt: number): Promise<void> {
  if (mustClose === undefined) return pause(endAt - Date.now())
  let mostOpen = 0
  for (let open = 0; Date.now() < endAt && mostOpen - open < mustClose; await pause(1_000)) {
    open = openAt(target.port).size
    mostOpen = Math.max(mostOpen, open)
  }
}

/** Returns the connection that is left at the end. */
async function leaveUnread(
  tactic: HttpTactic,
  client: number,
  outcome: AttackOutcome,
  { endAt, end }: { readonly endAt: number; readonly end: Promise<void> },
): Promise<AttackerConnection | undefined> {
  const { target, requests, reads, pipelined = 1, addresses } = tactic
  for (let number = client; Date.now() < endAt; number += 1) {
    const asked = requests[number % requests.length]
    if (!asked) return undefined
    const connection = new AttackerConnection(target, outcome, addressOf(client, addresses))
    const { socket, closed } = connection
    socket.pause()
    socket.write(bytesOf(asked).repeat(pipelined), 'utf8')
    if (reads === 'slowly') void readSlowly(socket, endAt)
    if (reads === 'half') socket.once('readable', () => connection.close())
    const isOver = await Promise.race([closed.then(() => false), end.then(() => true)])
    if (isOver) return connection
    // no busy loop when requests are refused
    await pause(100)
  }
  return undefined
}

async function readSlowly(socket: Socket, endAt: number): Promise<void> {
  while (Date.now() < endAt && !socket.destroyed) {
    socket.read(1)
    await pause(1_000)
  }
}

/** Counts for a moment what was sent, and closes the connection, which the server has closed before if it is not open. */
async function seeEnd(
  connection: AttackerConnection,
  outcome: AttackOutcome,
  open: ReadonlySet<number>,
): Promise<void> {
  const { socket, closed } = connection
  const isOpen = socket.localPort !== undefined && open.has(socket.localPort)
  socket.on('data', (chunk: Buffer) => (outcome.bytes += chunk.length))
  socket.resume()
  await Promise.race([closed, pause(200)])
  if (!socket.destroyed && !isOpen) outcome.closed += 1
  connection.close()
}
