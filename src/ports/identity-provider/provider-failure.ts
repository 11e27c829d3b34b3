import { AppError, type Logger } from '@parley/runtime'

/** The provider refused. `reason` is its error code, or one of this service. */
export class ProviderRefusal extends Error {
  constructor(readonly reason: string) {
    super(`the provider refused: ${reason}`)
    this.name = 'ProviderRefusal'
  }
}

/** The provider gave no answer, or an invalid one. */
export class ProviderFailure extends Error {
  constructor(readonly reason: string) {
    super(`the provider failed: ${reason}`)
    this.name = 'ProviderFailure'
  }
}

/** Translates an error of the library: its own errors are refusals of tokens, or failures. */
export function providerErrorOf(error: unknown): ProviderRefusal | ProviderFailure {
  if (error instanceof ProviderRefusal || error instanceof ProviderFailure) return error
  if (!(error instanceof Error)) return new ProviderFailure('unexpected')
  const { message, cause } = error
  const code = 'code' in error ? error.code : undefined
  if (cause instanceof ProviderRefusal || cause instanceof ProviderFailure) return cause
  if (typeof code === 'string' && tokenRefusals.has(code)) return new ProviderRefusal(code)
  return new ProviderFailure(typeof code === 'string' ? code : message)
}

/** Codes of openid-client for an answer of the right shape whose token has invalid claims. */
const tokenRefusals: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** Runs an exchange with a provider. The logged reason has no token and no personal data. */
export async function translateProviderErrors<T>(
  exchange: () => Promise<T>,
  log: Logger,
  provider: string,
): Promise<T> {
  try {
    return await exchange()
  } catch (error) {
    const providerError = providerErrorOf(error)
    const { reason } = providerError
    if (providerError instanceof ProviderFailure) {
      log.warn({ provider, reason }, 'sign_in_provider.failed')
      throw new AppError('UNAVAILABLE', { cause: providerError })
    }
    // with these codes the cause is the configuration
    if (reason === 'invalid_client' || reason === 'unauthorized_client')
      log.warn({ provider, reason }, 'sign_in_provider.refused')
    else log.info({ provider, reason }, 'sign_in_provider.refused')
    throw new AppError('UNAUTHENTICATED', { message: 'The provider refused this sign-in', cause: providerError })
  }
}
