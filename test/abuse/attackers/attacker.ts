import { attackByHttp } from './by-http.js'
import { attackByIdling } from './by-idling.js'
import { attackBySockets } from './by-sockets.js'
import { attackByStreams } from './by-streams.js'
import type { Spoils, Tactic } from './tactic.js'

// The attackers, a process of their own: one tactic at a time, and each ends by itself.
process.on('message', (tactic: Tactic) => {
  const spoils: Spoils = { connections: 0, closed: 0, bytes: 0, answers: {}, largestAnswer: 0 }
  const endAt = Date.now() + tactic.seconds * 1_000
  void perform(tactic, spoils, endAt).then(() => process.send?.(spoils))
})
process.on('disconnect', () => process.exit(0))
// a server that closes connections is what they are for
process.on('uncaughtException', () => undefined)

function perform(tactic: Tactic, spoils: Spoils, endAt: number): Promise<void> {
  switch (tactic.kind) {
    case 'http':
      return attackByHttp(tactic, spoils, endAt)
    case 'socket':
      return attackBySockets(tactic, spoils, endAt)
    case 'streams':
      return attackByStreams(tactic, spoils, endAt)
    case 'idle':
      return attackByIdling(tactic, spoils, endAt)
  }
}
