import type { KeyObject } from 'node:crypto'
import type { Database } from '../database/database.js'
import type { Logger } from '../logger.js'
import type { Mailer } from '../ports/mailer/mailer.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import { Mailboxes } from '../users/mailboxes.js'
import { PasswordResets } from '../users/password-resets.js'
import { AddressProofs } from '../verification/address-proofs.js'
import { CodeDigest } from '../verification/code-digest.js'
import { CodeStore } from '../verification/code-store.js'
import { Verification } from '../verification/verification.js'

export interface VerificationParts {
  readonly database: Database
  readonly mailer: Mailer
  readonly jwtKey: KeyObject
  readonly clock: () => number
  readonly log: Logger
  readonly rateLimits: RateLimits
  readonly sessionWatch: SessionWatch
}

/** Verification codes and what they bring. */
export function createVerification(parts: VerificationParts) {
  const { database, mailer, jwtKey, clock, rateLimits } = parts
  const proofs = new AddressProofs(clock)
  const codes = new CodeStore(new CodeDigest(jwtKey), clock)
  const passwordResets = new PasswordResets({ ...parts, codes })
  const mailboxes = new Mailboxes(clock)
  const verification = new Verification({ database, mailboxes, passwordResets, proofs, codes, mailer, rateLimits })
  return { proofs, passwordResets, verification }
}
