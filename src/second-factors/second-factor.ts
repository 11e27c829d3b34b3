import { column, type RowOf } from '@parley/statements'
import type { ProviderUser } from '../users/social/provider-user.js'

export const secondFactorKinds = ['TOTP', 'PASSKEY'] as const
export type SecondFactorKind = (typeof secondFactorKinds)[number]

/** A second factor of an account: an authenticator app (TOTP) or a passkey. Instants are epoch milliseconds. */
export const secondFactorColumns = {
  id: column.id(),
  userId: column.ref(),
  kind: column.text<SecondFactorKind>(10),
  name: column.text(100),
  /** The encrypted secret of an authenticator app; null for a passkey. */
  secret: column.text(200, { nullable: true }),
  /** The last step of 30 s whose code was used: this one and all before it are spent. */
  usedStep: column.count({ default: 0 }),
  /** The id of a passkey, in base64url. */
  credentialId: column.text(1_400, { nullable: true }),
  /** The public key of a passkey, COSE in base64url. */
  publicKey: column.text(undefined, { nullable: true }),
  /** The signature counter of a passkey at its last use; 0 for one that does not count. */
  counter: column.count({ default: 0 }),
  /** How a browser reaches the authenticator of a passkey. */
  transports: column.json<readonly string[]>({ nullable: true }),
  createdAt: column.instant(),
  lastUsedAt: column.instant({ nullable: true }),
}
export type SecondFactor = RowOf<typeof secondFactorColumns>

/** A recovery code that was not used yet. */
export const recoveryCodeColumns = {
  id: column.id(),
  userId: column.ref(),
  /** Keyed hash of the code. */
  codeHash: column.text(43),
  /** Epoch milliseconds. */
  createdAt: column.instant(),
}

export type ChallengePurpose = 'sign_in' | 'confirm' | 'add_totp' | 'add_passkey'

/** An act that waits for a proof of a factor. It works once, for five minutes. */
export const factorChallengeColumns = {
  id: column.id(),
  userId: column.ref(),
  purpose: column.text<ChallengePurpose>(20),
  /** SHA-256 of the token, in hexadecimal. */
  tokenHash: column.text(64),
  /** That of the account when the challenge was made: a sign-out everywhere ends it. */
  sessionVersion: column.count(),
  /** The encrypted secret of the authenticator app to add. */
  secret: column.text(200, { nullable: true }),
  /** The person of a sign-in by a provider, which has no effect before its second step. */
  providerUser: column.json<ProviderUser>({ nullable: true }),
  /** Wrong proofs. */
  attempts: column.count({ default: 0 }),
  /** Epoch milliseconds. */
  expiresAt: column.instant(),
}
export type FactorChallenge = RowOf<typeof factorChallengeColumns>
