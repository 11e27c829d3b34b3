import type { Logger } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import type { SocialConfig } from '../../src/config/accounts/social.js'
import type { IdentityProvider } from '../../src/ports/identity-provider/identity-provider.js'
import { Oauth2Provider } from '../../src/ports/identity-provider/oauth2-provider.js'
import { OpenidProvider } from '../../src/ports/identity-provider/openid-provider.js'
import type { SocialProvider } from '../../src/users/social/social-logins.js'

const timeoutMs = 10_000

/** The configured sign-in providers. They are not contacted before the first sign-in. */
export function createSocialProviders({ social, claims }: Config, log: Logger, clock: () => number): SocialProvider[] {
  const claimNames = [claims?.role, claims?.membership, claims?.groups].flatMap((rule) => (rule ? [rule.claim] : []))
  return social.map((config) => {
    const others = social.filter(({ id }) => id !== config.id)
    return {
      id: config.id,
      name: config.name,
      identities: adapterOf(config, {
        others,
        claims: config.id === claims?.provider.id ? claimNames : [],
        log,
        clock,
      }),
    }
  })
}

function adapterOf(
  { id, endpoints, clientId, clientSecret, scope }: SocialConfig,
  {
    others,
    claims,
    log,
    clock,
  }: { others: readonly SocialConfig[]; claims: readonly string[]; log: Logger; clock: () => number },
): IdentityProvider {
  const shared = { name: id, client: { clientId, clientSecret }, log, timeoutMs }
  if (endpoints.kind === 'oauth2') {
    const otherIssuers = others.flatMap((other) => (other.endpoints.kind === 'openid' ? [other.endpoints.issuer] : []))
    return new Oauth2Provider({ ...shared, endpoints, scope, otherIssuers })
  }
  const requiresIss = others.length > 0
  const { issuer } = endpoints
  return new OpenidProvider({ ...shared, issuer, scope: scope ?? 'openid profile email', claims, requiresIss, clock })
}
