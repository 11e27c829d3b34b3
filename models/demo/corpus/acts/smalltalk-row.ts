import type { Phrasings } from '../draw.js'

/** Things people say alike, and what fits all of them. */
export interface Smalltalk {
  readonly asks: Phrasings
  readonly replies: readonly string[]
  /** Only there; everywhere when unset. */
  readonly of?: 'office' | 'character'
}
