import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { freshNumber, type HttpRequest, type AttackOutcome, type Target } from './tactic.js'

/** The source address of an attacker; undefined means that of the ordinary client. */
export function addressOf(client: number, addresses: number): string | undefined {
  return addresses === 0 ? undefined : `127.0.0.${String(2 + (client % addresses))}`
}

/** A connection of an attacker. If it closes before the attacker closes it, the server refused or closed it. */
export class AttackerConnection {
  readonly socket: Socket
  readonly closed: Promise<void>
  #isOurs = false

  constructor({ port, socketPath, tls, protocol }: Target, outcome: AttackOutcome, localAddress?: string) {
    const from = localAddress === undefined ? {} : { localAddress }
    const where = socketPath === undefined ? { port, host: '127.0.0.1', ...from } : { path: socketPath }
    // the certificate of the server does not matter to an attacker
    this.socket = tls
      ? connectTls({ ...where, rejectUnauthorized: false, ALPNProtocols: [protocol ?? 'http/1.1'] })
      : connectPlain(where)
    outcome.connections += 1
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        if (!this.#isOurs) outcome.closed += 1
        resolve()
      })
    })
  }

  close(): void {
    this.#isOurs ||= !this.socket.destroyed
    this.socket.destroy()
  }
}

let lastNumber = 0

export function withFreshNumbers(text: string): string {
  return text.replaceAll(freshNumber, () => String((lastNumber += 1)))
}

export function bytesOf({ method, path, headers = {}, body }: HttpRequest): string {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const lines = Object.entries({ host: 'localhost', ...json, ...length, ...headers })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`
}

export function note(outcome: AttackOutcome, answer: string): void {
  outcome.answers[answer] = (outcome.answers[answer] ?? 0) + 1
}
