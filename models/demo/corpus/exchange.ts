import type { Kind } from '../../../src/kinds.js'
import type { Fact } from './attribute.js'
import type { Skill } from './dialogue.js'
import type { Draw } from './draw.js'

/** One message and the reply to it. */
export interface Exchange {
  readonly skill: Skill
  readonly message: string
  readonly reply: string
  /** See Dialogue; empty when no certain text can be expected of a reply. */
  readonly expected?: readonly (readonly string[])[]
  /** Only for the office, as formatReferences writes them. */
  readonly references?: string
  /** Only the last message of a prompt has the date and references: such an exchange cannot be an earlier one. */
  readonly isOfTheMoment?: boolean
}

/** The replying side, as far as the prompt describes it. */
export interface Self {
  readonly kind: Kind
  readonly name: string | undefined
  readonly greeting: string
  readonly facts: readonly Fact[]
}

/** The two sides, and the facts known so far. */
export interface Scene {
  readonly self: Self
  /** Epoch milliseconds. */
  readonly now: number
  /** The facts that the user has stated so far. */
  readonly user: { name: string | undefined; readonly facts: Fact[] }
}

/** Creates the next exchange of a scene; undefined when it does not fit. */
export type Act = (scene: Scene, draw: Draw) => Exchange | undefined
