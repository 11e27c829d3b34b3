import type { ProviderClient } from '../../../src/ports/identity-provider/code-exchange.js'
import type { Oauth2Endpoints } from '../../../src/ports/identity-provider/oauth2-provider.js'

export const redirectUri = 'https://app.example/back?from=provider'
/** One client that sends its secret in a header, and one that sends it in the form. */
export const clients = {
  basic: { clientId: 'parley', clientSecret: 'a secret / of + signs' },
  post: { clientId: 'parley-too', clientSecret: 'a secret / of + signs' },
} as const

type ProviderSlot = 'A' | 'B' | 'C'
type Settings = Readonly<Record<string, string>>

/** The environment of a provider that is configured by its issuer. */
export function openidSettings(place: ProviderSlot, client: ProviderClient, { issuer }: { issuer: string }): Settings {
  return { ...clientSettings(place, client), [`SOCIAL_${place}_ISSUER`]: issuer }
}

/** The environment of a provider that is configured by its three addresses. */
export function oauth2Settings(
  place: ProviderSlot,
  client: ProviderClient,
  { endpoints }: { endpoints: Oauth2Endpoints },
): Settings {
  return {
    ...clientSettings(place, client),
    [`SOCIAL_${place}_AUTHORIZE_URL`]: endpoints.authorizeUrl,
    [`SOCIAL_${place}_TOKEN_URL`]: endpoints.tokenUrl,
    [`SOCIAL_${place}_USERINFO_URL`]: endpoints.userinfoUrl,
  }
}

function clientSettings(place: ProviderSlot, { clientId, clientSecret }: ProviderClient): Settings {
  return { [`SOCIAL_${place}_CLIENT_ID`]: clientId, [`SOCIAL_${place}_CLIENT_SECRET`]: clientSecret }
}
