/** A person at a sign-in provider, and whose account he signs in to. Instants are epoch milliseconds. */
export interface SocialIdentity {
  readonly id: number
  readonly userId: number
  /** The label of the provider. */
  readonly provider: string
  /** The provider's id of the person. */
  readonly subject: string
  readonly createdAt: number
}
