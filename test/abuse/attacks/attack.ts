import type { Server } from '../server.js'
import type { AttackOutcome, Tactic } from '../attackers/tactic.js'
import type { World } from '../world.js'

/** How the server under attack is set. A change of it is a restart. */
export interface Profile {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
}

export interface Attack {
  readonly name: string
  readonly profile: Profile
  /** Performed one after the other. */
  readonly tactics: (world: World, server: Server) => readonly Tactic[]
  /**
   * The main process is stopped so often for so long while the tactics run, as by a machine without time; then clients may be refused.
   */
  readonly stops?: { readonly times: number; readonly ms: number }
  /** An ordinary request that may be answered UNAVAILABLE: its client has used up the memory of its address. */
  readonly mayRefuse?: string
  /** What the main process may have at most while it lasts; 700 MB when unset. */
  readonly mostResidentBytes?: number
  /** A sentence for each thing that the attackers should not have got. */
  readonly faults?: (outcomes: readonly AttackOutcome[], disk: { readonly grownBytes: number }) => readonly string[]
}
