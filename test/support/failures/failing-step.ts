import type { PortName } from './failing-fixture.js'
import type { RestAnswer } from '../app/person.js'

/** A request that is sent while a call fails, and repeated until it succeeds. */
export interface Step {
  send(): Promise<RestAnswer>
  /** The status of the first success, then that of a repetition after it. */
  readonly ends: readonly [number, number]
  /** The ports that it uses. */
  readonly uses: readonly PortName[]
  /** Ports whose failure does not fail the request: their work is done later. */
  readonly hides?: readonly PortName[]
  /** Checks the final state. */
  done(): Promise<void>
}

export const ofRooms = { uses: ['chat-log store', 'database'] } as const

/** An answer of the schema as a REST endpoint would give it. */
export const asRest = (answer: RestAnswer): RestAnswer =>
  answer.text.includes('"UNAVAILABLE"') ? { ...answer, status: 503, body: { detail: 'Database error' } } : answer
