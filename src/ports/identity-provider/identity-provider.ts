/** The parameters that a provider's page returned to a client. Null and absent are the same. */
export interface AuthorizationGrant {
  readonly code: string
  /** The redirect URI of the authorization request, byte for byte; absent if it had none. */
  readonly redirectUri?: string | null | undefined
  /** Passed on to providers that require it. Only the client that created it can verify it. */
  readonly state?: string | null | undefined
  /** The verifier of the request's `code_challenge` (PKCE, RFC 7636). */
  readonly codeVerifier?: string | null | undefined
  /** The nonce of the authorization request, which the ID token must contain. Ignored by plain OAuth 2. */
  readonly nonce?: string | null | undefined
  /** The `iss` of the redirect (RFC 9207): the issuer that has sent the code. Absent if the redirect had none. */
  readonly iss?: string | null | undefined
}

/** A person, as the provider describes it. Only `subject` is trusted, and `emailVerified` when it is true. */
export interface Identity {
  /** Unique at this provider and never reused; 1 to 255 characters. */
  readonly subject: string
  readonly name: string | undefined
  /** Any text that the provider calls an address. */
  readonly email: string | undefined
  /** True only if the provider states that it has verified this address. */
  readonly emailVerified: boolean
  /** The values of the requested claims by their paths, as the provider sent them; undefined for one that it did not send. */
  readonly claims: Readonly<Record<string, unknown>>
}

export const providerFindingKinds = [
  'UNREACHABLE',
  'NO_METADATA',
  'ISSUER_MISMATCH',
  'CLOCK_OFF',
  'NO_KEYS',
  'CLIENT_REFUSED',
  'REDIRECT_REFUSED',
  'NO_EMAIL_SCOPE',
] as const
export type ProviderFindingKind = (typeof providerFindingKinds)[number]

/** Why sign-ins by a provider fail, or will. */
export interface ProviderFinding {
  readonly kind: ProviderFindingKind
  /** For an operator; without secrets. */
  readonly message: string
}

/** An external sign-in service (contract: sign-in.13). */
export interface IdentityProvider {
  /**
   * The provider's sign-in page, with `client_id`, `response_type` and `scope`. The client adds `redirect_uri`, `state`
   * and other parameters. Throws AppError UNAVAILABLE when the provider's metadata is needed and cannot be read.
   */
  authorizeUrl(): Promise<string>
  /**
   * Exchanges a code for the signed-in person. Throws AppError UNAUTHENTICATED when the provider refuses the code, when
   * the code is that of another issuer (the provider never gets it then), or when the answer is meant for another client;
   * UNAVAILABLE when the provider cannot be reached, exceeds the adapter's timeout, or sends an unreadable answer.
   */
  identify(grant: AuthorizationGrant): Promise<Identity>
  /**
   * Checks the configuration as far as it is possible without a person: nothing is found where sign-ins should work. No answer is
   * read from a cache. Never throws.
   */
  check(redirectUri: string): Promise<readonly ProviderFinding[]>
}
