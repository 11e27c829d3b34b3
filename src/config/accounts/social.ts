import { type SocialProviderId, socialProviderIds } from '../../limits.js'
import type { GivenSettings } from '../given-settings.js'

const prefixes = { 'social-a': 'SOCIAL_A', 'social-b': 'SOCIAL_B', 'social-c': 'SOCIAL_C' } as const
type Prefix = (typeof prefixes)[SocialProviderId]

/** A sign-in provider (contract: sign-in.13). */
export interface SocialConfig {
  readonly id: SocialProviderId
  /** The label stored with every account that it creates; another label is another provider (`SOCIAL_A_NAME`). */
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** The data that its page asks people to share; by default that of the kind of provider (`SOCIAL_A_SCOPE`). */
  readonly scope: string | undefined
  readonly endpoints: SocialEndpoints
}

type SocialEndpoints =
  /** `issuer` is the URL for OpenID discovery. */
  | { readonly kind: 'openid'; readonly issuer: string }
  | { readonly kind: 'oauth2'; readonly authorizeUrl: string; readonly tokenUrl: string; readonly userinfoUrl: string }

/** The configured providers. An incomplete configuration is refused with the names of its missing settings. */
export function socialOf(given: GivenSettings): readonly SocialConfig[] {
  const names = new Map<string, string>()
  return socialProviderIds.flatMap((id) => {
    const prefix = prefixes[id]
    const provider = providerOf(given, id)
    if (!provider) return []
    const other = names.get(provider.name)
    if (other !== undefined) given.refuse(`${prefix}_NAME`, `must differ from the one of ${other}`)
    names.set(provider.name, prefix)
    return [provider]
  })
}

/** Undefined when no setting is present, or when one is invalid. */
function providerOf(given: GivenSettings, id: SocialConfig['id']): SocialConfig | undefined {
  const prefix = prefixes[id]
  const clientNames = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const
  const urlNames = [`${prefix}_AUTHORIZE_URL`, `${prefix}_TOKEN_URL`, `${prefix}_USERINFO_URL`] as const
  const issuerName = `${prefix}_ISSUER` as const
  const isPlain = urlNames.some((name) => given.isSet(name))
  const others = [...clientNames, issuerName, `${prefix}_SCOPE`, `${prefix}_NAME`] as const
  if (!isPlain && !others.some((name) => given.isSet(name))) return undefined
  for (const name of isPlain ? [...clientNames, ...urlNames] : clientNames)
    given.require(name, `must be set with the rest of ${prefix}`)
  if (isPlain === given.isSet(issuerName))
    given.refuse(issuerName, `must be ${isPlain ? 'unset' : 'set'}, or ${urlNames.join(', ')}`)
  const [clientId, clientSecret] = clientNames.map((name) => given.values[name])
  const endpoints = endpointsOf(given, prefix)
  if (clientId === undefined || clientSecret === undefined || !endpoints) return undefined
  const { [`${prefix}_NAME` as const]: name = id, [`${prefix}_SCOPE` as const]: scope } = given.values
  return { id, name, clientId, clientSecret, scope, endpoints }
}

function endpointsOf({ values }: GivenSettings, prefix: Prefix): SocialEndpoints | undefined {
  const issuer = values[`${prefix}_ISSUER`]
  const authorizeUrl = values[`${prefix}_AUTHORIZE_URL`]
  const tokenUrl = values[`${prefix}_TOKEN_URL`]
  const userinfoUrl = values[`${prefix}_USERINFO_URL`]
  if (issuer !== undefined) return { kind: 'openid', issuer }
  if (authorizeUrl === undefined || tokenUrl === undefined || userinfoUrl === undefined) return undefined
  return { kind: 'oauth2', authorizeUrl, tokenUrl, userinfoUrl }
}
