import type { Config } from '../../src/config/config.js'
import type { SocialConfig } from '../../src/config/accounts/social.js'
import type { Logger } from '../../src/logger.js'
import type { IdentityProvider } from '../../src/ports/identity-provider/identity-provider.js'
import { Oauth2Provider } from '../../src/ports/identity-provider/oauth2-provider.js'
import { OpenidProvider } from '../../src/ports/identity-provider/openid-provider.js'
import type { SocialProvider } from '../../src/users/social/social-logins.js'

const timeoutMs = 10_000

/** The configured sign-in providers. They are not contacted before the first sign-in. */
export function createSocialProviders({ social }: Config, log: Logger, clock: () => number): SocialProvider[] {
  return social.map((config) => ({ id: config.id, name: config.name, identities: adapterOf(config, log, clock) }))
}

function adapterOf(
  { id, endpoints, clientId, clientSecret, scope }: SocialConfig,
  log: Logger,
  clock: () => number,
): IdentityProvider {
  const shared = { name: id, client: { clientId, clientSecret }, log, timeoutMs }
  if (endpoints.kind === 'oauth2') return new Oauth2Provider({ ...shared, endpoints, scope })
  return new OpenidProvider({ ...shared, issuer: endpoints.issuer, scope: scope ?? 'openid profile email', clock })
}
