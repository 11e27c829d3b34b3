import { column, type RowOf } from '@parley/statements'

/** The purposes of a code (contract: verification.1). */
export const verificationTypes = ['register', 'password_reset'] as const
export type VerificationType = (typeof verificationTypes)[number]

/**
 * The last code sent for an address and a purpose. The record outlives the code's use, expiry and tries, because the
 * pause before the next code always applies. Instants are epoch milliseconds.
 */
export const verificationCodeColumns = {
  id: column.id(),
  /** The canonical form of the address. */
  emailKey: column.text(400),
  type: column.text<VerificationType>(20),
  /** The recipient of the mail: the mailbox that a match proves, among all with the same canonical form. */
  email: column.text(100),
  /** Keyed hash of the code; null after its use or too many tries. */
  codeHash: column.text(64, { nullable: true }),
  attempts: column.count({ default: 0 }),
  sentAt: column.instant(),
  expiresAt: column.instant(),
}
export type VerificationCode = RowOf<typeof verificationCodeColumns>

/** A proof of a mailbox that no session gave, for one registration by the holder of its token. */
export const addressProofColumns = {
  id: column.id(),
  emailKey: column.text(400),
  email: column.text(100),
  /** SHA-256 of the token, in hexadecimal. */
  tokenHash: column.text(64),
  expiresAt: column.instant(),
}
export type AddressProof = RowOf<typeof addressProofColumns>
