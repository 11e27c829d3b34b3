/** Leave to set the password of an account, once. */
export interface PasswordReset {
  readonly id: number
  readonly userId: number
  /** Of the account when the leave was given: it ends with a change of the address. */
  readonly emailKey: string
  readonly tokenHash: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}
