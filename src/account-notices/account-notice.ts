import { column, type RowOf } from '@parley/statements'
import type { Language } from '../languages.js'

/** What has happened to an account. */
export type NoticeKind =
  | 'address_changed'
  | 'password_changed'
  | 'api_key_created'
  | 'identity_added'
  /** Another account waits for the approval of this one, which is an administrator. */
  | 'approval_requested'
  | 'account_approved'
  | 'client_added'
  | 'export_ready'
  | 'factor_added'
  | 'factor_removed'

/**
 * A mail to the owner of an account about a change, which is sent after the change, and the way back that it offers.
 * Instants are epoch milliseconds.
 */
export const accountNoticeColumns = {
  id: column.id(),
  userId: column.ref(),
  kind: column.text<NoticeKind>(20),
  /** The recipient: the address of the account before the change. */
  email: column.text(100),
  /** The mailbox for which its mails are counted: the canonical address without a `+tag`. */
  mailbox: column.text(400),
  /** The words for the client and its network; both are coarse. */
  client: column.text(60),
  network: column.text(60),
  occurredAt: column.instant(),
  /** What the client of the change prefers; its mail has English too. */
  language: column.text<Language>(2, { default: 'en' }),
  /** A part of the secret of its link, which no one else can compute without the secret of the server. */
  nonce: column.text(22),
  /** Until when its link works; null for a notice without one, and after the use of a link of the account. */
  linkUntil: column.instant({ nullable: true }),
  /** How often its mail was tried. */
  attempts: column.count({ default: 0 }),
  /** When its mail is tried next; null when it was sent or given up. */
  nextAttemptAt: column.instant({ nullable: true }),
}
export type AccountNotice = RowOf<typeof accountNoticeColumns>
