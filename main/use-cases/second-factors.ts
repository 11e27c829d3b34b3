import type { AccountNotices } from '../../src/account-notices/account-notices.js'
import type { Audit } from '../../src/audit/audit.js'
import type { RateLimits } from '../../src/rate-limits/rate-limits.js'
import { FactorChallenges } from '../../src/second-factors/factor-challenges.js'
import { FactorProofs } from '../../src/second-factors/factor-proofs.js'
import { FactorSecrets } from '../../src/second-factors/factor-secrets.js'
import { Passkeys, type PasskeySettings } from '../../src/second-factors/passkeys.js'
import { SecondSteps } from '../../src/second-factors/second-steps.js'
import { SecondFactors } from '../../src/second-factors/second-factors.js'
import type { Sessions } from '../../src/sessions/sessions.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import type { AdminGuard } from '../../src/users/admin-guard.js'
import type { SocialLogins } from '../../src/users/social/social-logins.js'
import type { Foundations } from '../foundations.js'

interface FactorParts extends Foundations {
  readonly guard: AdminGuard
  readonly audit: Audit
  readonly rateLimits: RateLimits
  readonly notices: AccountNotices
  readonly sessionWatch: SessionWatch
  readonly passkeySettings: PasskeySettings | undefined
  readonly publicUrl: string
  /** The name of the installation. */
  readonly senderName: () => Promise<string>
}

export function createSecondFactors({ passkeySettings, ...parts }: FactorParts) {
  const secrets = new FactorSecrets(parts.jwtKey)
  const challenges = new FactorChallenges(parts.clock)
  const passkeys = new Passkeys(passkeySettings, parts.senderName)
  const { host } = new URL(parts.publicUrl)
  const issuer = async () => `${await parts.senderName()} (${host})`
  const shared = { ...parts, secrets, challenges, passkeys }
  const proofs = new FactorProofs(shared)
  return {
    secondFactors: new SecondFactors({ ...shared, issuer }),
    /** Sessions ask for second factors, and second steps begin and confirm sessions. */
    secondStepsWith: (sessions: Sessions, socialLogins: SocialLogins) =>
      new SecondSteps({ ...shared, proofs, sessions, socialLogins }),
  }
}
