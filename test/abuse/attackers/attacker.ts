import { attackByHttp } from './by-http.js'
import { attackByIdling } from './by-idling.js'
import { attackByPieces } from './by-pieces.js'
import { attackBySockets } from './by-sockets.js'
import { attackByStreams } from './by-streams.js'
import type { AttackOutcome, Tactic } from './tactic.js'

// The attackers, in their own process: one tactic at a time, which ends by itself.
process.on('message', (tactic: Tactic) => {
  const outcome: AttackOutcome = { connections: 0, closed: 0, bytes: 0, answers: {}, largestAnswer: 0 }
  const endAt = Date.now() + tactic.seconds * 1_000
  void perform(tactic, outcome, endAt).then(
    () => process.send?.(outcome),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
// connections that the server closes are expected
process.on('uncaughtException', () => undefined)

function perform(tactic: Tactic, outcome: AttackOutcome, endAt: number): Promise<void> {
  switch (tactic.kind) {
    case 'http':
      return attackByHttp(tactic, outcome, endAt)
    case 'socket':
      return attackBySockets(tactic, outcome, endAt)
    case 'streams':
      return attackByStreams(tactic, outcome, endAt)
    case 'pieces':
      return attackByPieces(tactic, outcome, endAt)
    case 'idle':
      return attackByIdling(tactic, outcome, endAt)
  }
}
