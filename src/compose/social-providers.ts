import type { Config } from '../config/config.js'
import type { SocialConfig } from '../config/social.js'
import type { Logger } from '../logger.js'
import type { IdentityProvider } from '../ports/identity-provider/identity-provider.js'
import { Oauth2Provider } from '../ports/identity-provider/oauth2-provider.js'
import { OpenidProvider } from '../ports/identity-provider/openid-provider.js'
import type { SocialProvider } from '../users/social-logins.js'

const timeoutMs = 10_000

/** The sign-in providers that are configured. None is asked anything before somebody signs in. */
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
