/** The permission to set the password of an account once. */
export interface PasswordReset {
  readonly id: number
  readonly userId: number
  /** The account's key when the permission was given: a change of the address ends it. */
  readonly emailKey: string
  readonly tokenHash: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}
