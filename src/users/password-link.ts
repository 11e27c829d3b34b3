import { column } from '@parley/statements'

/** A link by which the owner of an account sets its password once. An account has one at most. */
export const passwordLinkColumns = {
  id: column.id(),
  userId: column.ref(),
  /** SHA-256 of the secret in the link, in hexadecimal. */
  tokenHash: column.text(64),
  /** Epoch milliseconds. */
  expiresAt: column.instant(),
}
