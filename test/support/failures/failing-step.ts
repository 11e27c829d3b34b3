import type { PortName } from './failing-fixture.js'
import type { RestAnswer } from '../app/person.js'

/** What is done while a call fails: sent again until it is answered as it should be. */
export interface Act {
  send(): Promise<RestAnswer>
  /** The answer to a try that is heard, then the one to a try that finds it done already. */
  readonly ends: readonly [number, number]
  /** The ports that it has to do with. */
  readonly uses: readonly PortName[]
  /** Those whose failures stay unnoticed: what they have to do is done later. */
  readonly hides?: readonly PortName[]
  /** What must be so in the end. */
  done(): Promise<void>
}

export const ofRooms = { uses: ['chat-log store', 'database'] } as const

/** An answer of the schema as a REST endpoint would give it. */
export const asRest = (answer: RestAnswer): RestAnswer =>
  answer.text.includes('"UNAVAILABLE"') ? { ...answer, status: 503, body: { detail: 'Database error' } } : answer
