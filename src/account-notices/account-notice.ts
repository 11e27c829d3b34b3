import type { Language } from '../languages.js'

/** What has happened to an account. */
export type NoticeKind = 'address_changed' | 'password_changed' | 'api_key_created' | 'identity_added'

/**
 * A mail to the owner of an account about a change, which is sent after the change, and the way back that it offers.
 * Instants are epoch milliseconds.
 */
export interface AccountNotice {
  readonly id: number
  readonly userId: number
  readonly kind: NoticeKind
  /** The recipient: the address of the account before the change. */
  readonly email: string
  /** The mailbox for which its mails are counted: the canonical address without a `+tag`. */
  readonly mailbox: string
  /** The words for the client and its network; both are coarse. */
  readonly client: string
  readonly network: string
  readonly occurredAt: number
  /** What the client of the change prefers; its mail has English too. */
  readonly language: Language
  /** A part of the secret of its link, which no one else can compute without the secret of the server. */
  readonly nonce: string
  /** Until when its link works; null for a notice without one, and after the use of a link of the account. */
  linkUntil: number | null
  /** How often its mail was tried. */
  attempts: number
  /** When its mail is tried next; null when it was sent or given up. */
  nextAttemptAt: number | null
}
