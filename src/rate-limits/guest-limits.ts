import type { Caller } from '../users/caller.js'
import type { RateLimits } from './rate-limits.js'

/** The caller of a write, and its IP address. */
export interface Writer {
  readonly caller: Caller
  /** Null when the connection has ended. */
  readonly ipAddress: string | null
}

type Texts = Readonly<Record<string, string | null | undefined>>

/**
 * Limits the writes of one address without an account. Signed-in callers and services are not counted. Methods throw
 * RATE_LIMITED as `RateLimits.charge`.
 */
export class GuestLimits {
  constructor(private readonly rateLimits: RateLimits) {}

  /** Counts a new room and the bytes of its texts. */
  async chargeRoom(writer: Writer, texts: Texts): Promise<void> {
    await this.#charge('guestRoom', writer, texts)
  }

  /** Counts one write to an entry and the bytes of its texts. */
  async chargeEntry(writer: Writer, texts: Texts = {}): Promise<void> {
    await this.#charge('guestEntry', writer, texts)
  }

  /** Bytes first: a write refused for its bytes uses up no room or entry. Beyond a limit nothing is written. */
  async #charge(act: 'guestRoom' | 'guestEntry', { caller, ipAddress }: Writer, texts: Texts): Promise<void> {
    if (caller.kind !== 'anonymous') return
    const bytes = bytesOf(texts)
    this.rateLimits.refuseKnown(act, { ipAddress })
    if (bytes > 0) await this.rateLimits.charge('guestBytes', { ipAddress }, bytes)
    await this.rateLimits.charge(act, { ipAddress })
  }
}

function bytesOf(texts: Texts): number {
  return Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
}
