/** One mail to one mailbox. */
export interface Mail {
  /** An address that the rule for accounts has passed; never a list of them. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same in HTML. */
  readonly html: string
}

/** Who the mails are from. */
export interface MailAddress {
  /** Empty: the address alone. */
  readonly name: string
  readonly address: string
}

/**
 * Hands mails to the system that delivers them. A failure is reported without a word of the server's, which may name hosts and
 * addresses; the log has a short reason.
 */
export interface Mailer {
  /**
   * Resolves when the mail has been taken, for this recipient alone, at most once: nothing is tried a second time. Throws
   * AppError INTERNAL_SERVER_ERROR when it was refused, cut off or not taken in time (then it may arrive all the same), and
   * RATE_LIMITED when too many wait.
   */
  send(mail: Mail): Promise<void>
  /** Whether mails would be taken now, as far as that is known without one. Throws as `send`. */
  check(): Promise<void>
  /** Lets what is being sent come to its end, and closes. */
  close(): Promise<void>
}
