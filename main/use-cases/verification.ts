import type { RateLimits } from '../../src/rate-limits/rate-limits.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import { Mailboxes } from '../../src/users/mailboxes.js'
import { PasswordResets } from '../../src/users/password-resets.js'
import { AddressProofs } from '../../src/verification/address-proofs.js'
import { CodeDigest } from '../../src/verification/code-digest.js'
import { CodeStore } from '../../src/verification/code-store.js'
import { Verification } from '../../src/verification/verification.js'
import type { Foundations } from '../foundations.js'

interface VerificationParts extends Foundations {
  readonly rateLimits: RateLimits
  readonly sessionWatch: SessionWatch
}

export function createVerification(parts: VerificationParts) {
  const { database, mailer, jwtKey, clock, rateLimits } = parts
  const proofs = new AddressProofs(clock)
  const codes = new CodeStore(new CodeDigest(jwtKey), clock)
  const passwordResets = new PasswordResets({ ...parts, codes })
  const mailboxes = new Mailboxes(clock)
  const verification = new Verification({ database, mailboxes, passwordResets, proofs, codes, mailer, rateLimits })
  return { proofs, passwordResets, verification }
}
