/** What a code is for (contract: verification.1). */
export type VerificationType = 'register' | 'password_reset'

/**
 * The code last sent for an address and a purpose. It outlives its use, its expiry and its tries: the next one has to wait
 * whatever became of it. Instants are epoch milliseconds.
 */
export interface VerificationCode {
  readonly id: number
  /** The address in the form that is compared. */
  readonly emailKey: string
  readonly type: VerificationType
  /** The mailbox that the mail went to: of all addresses with this key, the one that a match proves. */
  readonly email: string
  /** Keyed hash of the code; null once it was used or tried too often. */
  codeHash: string | null
  /** Tries so far. */
  attempts: number
  readonly sentAt: number
  readonly expiresAt: number
}

/** A proof of a mailbox from before there was an account with its address. */
export interface AddressProof {
  readonly id: number
  readonly emailKey: string
  readonly email: string
  readonly expiresAt: number
}
