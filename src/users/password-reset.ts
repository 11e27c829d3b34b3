import { column } from '@parley/statements'

/** The permission to set the password of an account once. */
export const passwordResetColumns = {
  id: column.id(),
  userId: column.ref(),
  /** The account's key when the permission was given: a change of the address ends it. */
  emailKey: column.text(400),
  tokenHash: column.text(64),
  /** Epoch milliseconds. */
  expiresAt: column.instant(),
}
