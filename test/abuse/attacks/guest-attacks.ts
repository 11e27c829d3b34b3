import type { Attack } from './attack.js'
import { appOf, http } from './list-attacks.js'
import { asShipped } from './profiles.js'
import { megabytes, type AttackOutcome } from '../attackers/tactic.js'

/** Guests of one address may write 20 MB; the write-ahead log of the database doubles that for a while. */
const mostBytes = 60_000_000

const room = { method: 'POST', path: '/api/rooms/officerooms', body: '{"user_id":"guest-who-floods"}' } as const

export const guestAttacks: readonly Attack[] = [
  {
    name: 'guests that make rooms',
    profile: asShipped,
    isWhole: true,
    tactics: (_, server) => [{ ...http(appOf(server), [room]), clients: 8, seconds: 3, reads: 'whole' }],
    faults: (outcome) => [...notLimited(outcome), ...tooMany(outcome, 60)],
  },
  {
    name: 'guests that write entries of 1 MB',
    profile: asShipped,
    isWhole: true,
    tactics: ({ roomId }, server) => {
      const body = JSON.stringify({ input_data: 'x', output_data: 'y'.repeat(1_000_000) })
      const entry = { method: 'PUT', path: `/api/officerooms/${roomId}/logs`, body }
      return [{ ...http(appOf(server), [entry]), clients: 8, seconds: 5, reads: 'whole' }]
    },
    faults: (outcome, { grownBytes }) => [
      ...notLimited(outcome),
      ...tooMany(outcome, 600),
      ...(grownBytes > mostBytes ? [`guests of one address wrote ${megabytes(grownBytes)} MB`] : []),
    ],
  },
]

function notLimited([outcome]: readonly AttackOutcome[]): readonly string[] {
  return Object.keys(outcome?.answers ?? {}).some((answer) => answer.startsWith('429'))
    ? []
    : ['no guest was answered 429']
}

/** One sentence for more accepted writes than `most`. */
export function tooMany([outcome]: readonly AttackOutcome[], most: number): readonly string[] {
  const accepted = outcome?.answers['200'] ?? 0
  return accepted > most
    ? [`guests of one address had ${String(accepted)} writes accepted, more than ${String(most)}`]
    : []
}
