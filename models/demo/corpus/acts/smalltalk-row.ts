import type { Kind } from '../../../../src/kinds.js'
import type { Phrasings } from '../draw.js'

/** Similar messages, with the replies that fit all of them. */
export interface Smalltalk {
  readonly asks: Phrasings
  readonly replies: readonly string[]
  /** Limits the row to one kind; unset for both. */
  readonly of?: Kind
}
