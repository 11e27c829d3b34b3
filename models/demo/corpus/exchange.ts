import type { Fact } from './attribute.js'
import type { Skill } from './dialogue.js'
import type { Draw } from './draw.js'

/** One message and the reply to it. */
export interface Exchange {
  readonly skill: Skill
  readonly message: string
  readonly reply: string
  /** See Dialogue; none when nothing certain can be asked of a reply. */
  readonly expected?: readonly (readonly string[])[]
  /** Only for the office, as formatReferences writes them. */
  readonly references?: string
  /** What only the last message of a prompt is told (date, references): as an earlier exchange nobody could know it. */
  readonly isOfTheMoment?: boolean
}

/** Who answers, as far as the prompt says it. */
export interface Self {
  readonly kind: 'office' | 'character'
  readonly name: string | undefined
  readonly greeting: string
  readonly facts: readonly Fact[]
}

/** Who talks, and what is known by now. */
export interface Scene {
  readonly self: Self
  /** Epoch milliseconds. */
  readonly now: number
  /** What users said about themselves so far. */
  readonly user: { name: string | undefined; readonly facts: Fact[] }
}

/** Makes the next exchange of a scene; undefined when it does not fit in. */
export type Act = (scene: Scene, draw: Draw) => Exchange | undefined
