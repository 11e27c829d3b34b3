/** The columns of an account whose owner has proved its mailbox. */
export const proved = { emailVerified: true, mailboxProved: true } as const
