import { AccountNotices } from '../../src/account-notices/account-notices.js'
import { NoticeLinks } from '../../src/account-notices/notice-link.js'
import type { Audit } from '../../src/audit/audit.js'
import type { RateLimits } from '../../src/rate-limits/rate-limits.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import type { Admission } from '../../src/users/admission.js'
import { AccountRecovery } from '../../src/users/account-recovery.js'
import { Mailboxes } from '../../src/users/mailboxes.js'
import { PasswordResets } from '../../src/users/password-resets.js'
import { AddressProofs } from '../../src/verification/address-proofs.js'
import { CodeDigest } from '../../src/verification/code-digest.js'
import { CodeStore } from '../../src/verification/code-store.js'
import { Verification } from '../../src/verification/verification.js'
import type { Foundations } from '../foundations.js'

export function createVerification(
  parts: Foundations & {
    audit: Audit
    rateLimits: RateLimits
    sessionWatch: SessionWatch
    admission: Admission
    publicUrl: string
    senderName: () => Promise<string>
  },
) {
  const { jwtKey, clock } = parts
  const proofs = new AddressProofs(clock)
  const codes = new CodeStore(new CodeDigest(jwtKey), clock)
  const links = new NoticeLinks(jwtKey, parts.publicUrl)
  const mailboxes = new Mailboxes(clock)
  const notices = new AccountNotices({ ...parts, links, mailboxes })
  const passwordResets = new PasswordResets({ ...parts, codes, notices })
  const accountRecovery = new AccountRecovery({ ...parts, codes, notices, links })
  const verification = new Verification({ ...parts, mailboxes, passwordResets, proofs, codes, notices })
  return { proofs, passwordResets, verification, accountNotices: notices, accountRecovery }
}
