import type { PortName } from './failing-fixture.js'
import type { RestAnswer } from '../app/person.js'

/** A request that is sent while a call of a port fails, and repeated until it succeeds. */
export interface Step {
  send(): Promise<RestAnswer>
  /** The status of the first success, then that of a further repetition. */
  readonly ends: readonly [number, number]
  /** The ports that the request uses. */
  readonly uses: readonly PortName[]
  /** Ports whose failure does not fail the request, because their work is deferred. */
  readonly hides?: readonly PortName[]
  /** Checks the final state. */
  done(): Promise<void>
}

export const ofRooms = { uses: ['chat-log store', 'database'] } as const

/** Converts an answer of the schema to the form of a REST answer. */
export function asRest(answer: RestAnswer): RestAnswer {
  if (answer.text.includes('"UNAVAILABLE"')) return { ...answer, status: 503, body: { detail: 'Database error' } }
  const isMasked = answer.text.includes('"INTERNAL_SERVER_ERROR"')
  return isMasked ? { ...answer, status: 500, body: { detail: 'Server error' } } : answer
}
