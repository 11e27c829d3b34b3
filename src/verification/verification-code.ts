/** The purpose of a code (contract: verification.1). */
export type VerificationType = 'register' | 'password_reset'

/**
 * The last code sent for an address and a purpose. The record outlives the code's use, expiry and tries, because the
 * pause before the next code always applies. Instants are epoch milliseconds.
 */
export interface VerificationCode {
  readonly id: number
  /** The canonical form of the address. */
  readonly emailKey: string
  readonly type: VerificationType
  /** The recipient of the mail: the mailbox that a match proves, among all with the same canonical form. */
  readonly email: string
  /** Keyed hash of the code; null after its use or too many tries. */
  codeHash: string | null
  attempts: number
  readonly sentAt: number
  readonly expiresAt: number
}

/** A proof of a mailbox that no session gave, for one registration by the holder of its token. */
export interface AddressProof {
  readonly id: number
  readonly emailKey: string
  readonly email: string
  /** SHA-256 of the token, in hexadecimal. */
  readonly tokenHash: string
  readonly expiresAt: number
}
