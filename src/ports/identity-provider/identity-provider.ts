/** What a client received from a provider's page. Null and absent are the same. */
export interface AuthorizationGrant {
  readonly code: string
  /** Of the authorization request, byte for byte; absent when that had none. */
  readonly redirectUri?: string | null | undefined
  /** Sent on to providers that ask for it. Whether it is the right one only the client knows that made it. */
  readonly state?: string | null | undefined
  /** The secret behind the request's `code_challenge` (PKCE, RFC 7636). */
  readonly codeVerifier?: string | null | undefined
  /** Of the authorization request: the ID token must have the same. Plain OAuth 2 has no ID token, and ignores it. */
  readonly nonce?: string | null | undefined
}

/** A person as a provider knows them. Nothing here is trusted but `subject`, and `emailVerified` where it is true. */
export interface Identity {
  /** Unique at this provider, and never reused; 1 to 255 characters. */
  readonly subject: string
  readonly name: string | undefined
  /** Any text the provider calls an address. */
  readonly email: string | undefined
  /** True only if the provider says that it has checked this very address. */
  readonly emailVerified: boolean
}

/** An external service that people sign in with (contract: sign-in.13). */
export interface IdentityProvider {
  /**
   * Its page for signing in, with `client_id`, `response_type` and `scope`. A client adds `redirect_uri`, `state` and what
   * else it wants. Throws AppError UNAVAILABLE when the provider has to be asked and does not answer.
   */
  authorizeUrl(): Promise<string>
  /**
   * Exchanges a code for the signed-in person. Throws AppError UNAUTHENTICATED when the provider refuses the code, or what it
   * answers is not meant for us; UNAVAILABLE when it cannot be reached, exceeds the adapter's bound in all, or
   * sends an answer that cannot be read.
   */
  identify(grant: AuthorizationGrant): Promise<Identity>
}
