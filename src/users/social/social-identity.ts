/** A person at a sign-in provider, and the account of the sign-in. Instants are epoch milliseconds. */
export interface SocialIdentity {
  readonly id: number
  readonly userId: number
  /** The label of the provider. */
  readonly provider: string
  /** The provider's id of the person. */
  readonly subject: string
  /** The last address that the provider had verified at a sign-in; null before the first one. */
  readonly provedEmail: string | null
  readonly createdAt: number
}
