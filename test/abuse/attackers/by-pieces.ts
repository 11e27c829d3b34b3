import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, AttackerConnection } from './connect.js'
import type { AttackOutcome, Tactic } from './tactic.js'

type PiecesTactic = Extract<Tactic, { kind: 'pieces' }>

const piecesAtOnce = 500
/** How long a connection that has sent everything stays open, in milliseconds. */
const lingerMs = 500

/** Connections that send what they have in pieces as small as possible. */
export async function attackByPieces(tactic: PiecesTactic, outcome: AttackOutcome, endAt: number): Promise<void> {
  const send = async (client: number) => {
    for (let number = client; Date.now() < endAt; number += 1) await sendPieces(tactic, number, outcome, endAt)
  }
  await Promise.all(Array.from({ length: tactic.clients }, (_, client) => send(client)))
}

async function sendPieces(tactic: PiecesTactic, number: number, outcome: AttackOutcome, endAt: number): Promise<void> {
  const { target, beginnings, piece, pieces, atOnce = piecesAtOnce, addresses } = tactic
  const connection = new AttackerConnection(target, outcome, addressOf(number, addresses))
  const { socket, closed } = connection
  socket.on('data', (chunk: Buffer) => (outcome.bytes += chunk.length))
  socket.setNoDelay(true)
  socket.write(beginnings[number % beginnings.length] ?? '', 'latin1')
  const batch = Buffer.from(piece.repeat(atOnce), 'latin1')
  const isOver = () => socket.destroyed || Date.now() >= endAt
  const untilEnd = (mostMs = Infinity) => pause(Math.min(mostMs, Math.max(0, endAt - Date.now())))
  for (let sent = 0; sent < pieces && !isOver(); sent += atOnce) {
    // the connections take turns
    if (socket.write(batch)) await pause(0)
    else await Promise.race([new Promise<void>((resolve) => socket.once('drain', resolve)), closed, untilEnd()])
  }
  await Promise.race([closed, untilEnd(lingerMs)])
  connection.close()
}
