import { column, type RowOf } from '@parley/statements'

/** How long a proof of identity counts for acts of administrators, in milliseconds. */
export const confirmationMs = 15 * 60_000

/** One sign-in: its tokens are valid until it ends. Instants are epoch milliseconds. */
export const sessionColumns = {
  /** A UUID, the claim `sid` of its tokens. */
  id: column.text(36, { primary: true }),
  userId: column.ref(),
  /** Keyed hash of the constant part of its refresh tokens. */
  familyHash: column.text(43),
  /** Keyed hash of the secret of the newest refresh token. */
  secretHash: column.text(43),
  /** Hash of the secret before, which a retry may still send; null until the first refresh. */
  previousHash: column.text(43, { nullable: true }),
  rotatedAt: column.instant({ nullable: true }),
  /** The `User-Agent` of the sign-in. */
  userAgent: column.text(255, { nullable: true }),
  createdAt: column.instant(),
  /** When its person last proved its identity: at the sign-in, or since then. */
  confirmedAt: column.instant({ default: 0 }),
  /** Accurate to five minutes. */
  lastUsedAt: column.instant(),
  /** When the session and all its tokens expire; every refresh extends it. */
  expiresAt: column.instant(),
  /** The version of its tokens when a change raised that of the account and kept this session; null without one. */
  keptVersion: column.count({ nullable: true }),
}
export type Session = RowOf<typeof sessionColumns>

/** Whether a token of this version is valid. `session`: its row; null for a token without a session. */
export function isCurrent(
  version: number,
  account: { readonly sessionVersion: number },
  session: Pick<Session, 'keptVersion'> | null,
): boolean {
  return version === account.sessionVersion || version === session?.keptVersion
}
