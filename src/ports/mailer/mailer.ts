/** One mail to one mailbox. */
export interface Mail {
  /** An address that is valid for an account; never a list. */
  readonly to: string
  /** The name of the sender, unless `MAIL_FROM` has one. */
  readonly sender: string
  readonly subject: string
  readonly text: string
  /** The same in HTML. */
  readonly html: string
}

/** The sender of the mails. */
export interface MailAddress {
  /** Undefined: each mail has one. */
  readonly name: string | undefined
  readonly address: string
}

/**
 * Hands mails over to the system that delivers them. An error does not quote the server, whose text may name hosts and
 * addresses; the log has a short reason.
 */
export interface Mailer {
  /**
   * Resolves when the mail is accepted for this one recipient. There is no retry, so it is delivered at most once.
   * Throws AppError INTERNAL_SERVER_ERROR when it was refused, interrupted or not accepted in time (it may still arrive
   * then), and RATE_LIMITED when too many mails wait.
   */
  send(mail: Mail): Promise<void>
  /** Whether mails would be accepted now, as far as that is known without sending one. Throws as `send`. */
  check(): Promise<void>
  /** Removes the mails to an address that the mailer keeps itself. Those of a mail server are left to it. */
  remove(address: string): Promise<void>
  /** Finishes the mails in flight, then closes. */
  close(): Promise<void>
}
