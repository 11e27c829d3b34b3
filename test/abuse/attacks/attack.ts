import type { Server } from '../server.js'
import type { AttackOutcome, Tactic } from '../attackers/tactic.js'
import type { World } from '../world.js'

/** The settings of the attacked server. Another profile means a restart. */
export interface Profile {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  /** The file handles that the system allows the server (`ulimit -n`); those of the machine when unset. */
  readonly fileHandles?: number
}

export interface Attack {
  readonly name: string
  readonly profile: Profile
  /** Run one after the other. */
  readonly tactics: (world: World, server: Server) => readonly Tactic[]
  /**
   * Stops the main process this often for this long during the tactics, like a machine without processor time; then
   * clients may be refused.
   */
  readonly stops?: { readonly times: number; readonly ms: number }
  /** Its proof needs the whole duration, also where other attacks are shortened. */
  readonly isWhole?: boolean
  /** It uses no processor time: it runs beside the other attacks, on a server of its own. */
  readonly onlyWaits?: boolean
  /** An ordinary request that may be answered UNAVAILABLE, because its client has used up the memory of its address. */
  readonly mayRefuse?: string
  /** The maximum memory of the main process during the attack; 700 MB when unset. */
  readonly mostResidentBytes?: number
  /** What the main process may have in memory for the attackers' connections, after a garbage collection; not measured when unset. */
  readonly mostHeldBytes?: number
  /** The most that half of the ordinary requests may wait, in milliseconds; only reported when unset. */
  readonly mostOrdinaryMs?: number
  /** One sentence for each result that attackers should not have got. */
  readonly faults?: (outcomes: readonly AttackOutcome[], disk: { readonly grownBytes: number }) => readonly string[]
}
