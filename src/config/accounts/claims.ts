import type { SocialProviderId } from '../../limits.js'
import type { GivenSettings } from '../given-settings.js'
import type { SocialConfig } from './social.js'

/** A claim, and its values that give something. */
interface ClaimConfig {
  readonly claim: string
  readonly values: readonly string[]
}

/** What the claims of one provider decide. A rule that is undefined decides nothing. */
export interface ClaimsConfig {
  readonly provider: Pick<SocialConfig, 'id' | 'name'>
  readonly role: ClaimConfig | undefined
  readonly membership: ClaimConfig | undefined
  readonly groups: ClaimConfig | undefined
}

const pairs = {
  role: ['OIDC_ROLE_CLAIM', 'OIDC_ADMIN_ROLES'],
  membership: ['OIDC_MEMBERSHIP_CLAIM', 'OIDC_VIP_VALUES'],
  groups: ['OIDC_GROUP_CLAIM', 'OIDC_ALLOWED_GROUPS'],
} as const

/** Undefined when no claim is configured. Half a pair is refused: it would decide less than its operator means. */
export function claimsOf(given: GivenSettings, social: readonly SocialConfig[]): ClaimsConfig | undefined {
  const ruleOf = ([claimName, valuesName]: (typeof pairs)[keyof typeof pairs]): ClaimConfig | undefined => {
    const { [claimName]: claim, [valuesName]: values } = given.values
    if (given.isSet(valuesName)) given.require(claimName, `must be set with ${valuesName}`)
    if (given.isSet(claimName)) given.require(valuesName, `must be set with ${claimName}`)
    return claim !== undefined && values ? { claim, values } : undefined
  }
  const rules = { role: ruleOf(pairs.role), membership: ruleOf(pairs.membership), groups: ruleOf(pairs.groups) }
  const first = Object.values(pairs)
    .flat()
    .find((name) => given.isSet(name))
  const provider = first === undefined && !given.isSet('OIDC_PROVIDER') ? undefined : providerOf(given, social)
  return provider && first !== undefined ? { provider, ...rules } : undefined
}

function providerOf(given: GivenSettings, social: readonly SocialConfig[]): SocialConfig | undefined {
  const openid = social.filter(({ endpoints }) => endpoints.kind === 'openid')
  const id: SocialProviderId | undefined = given.values.OIDC_PROVIDER
  const [provider, ...others] = id === undefined ? openid : openid.filter((each) => each.id === id)
  if (provider && others.length === 0) return provider
  if (!given.isFaulty('OIDC_PROVIDER'))
    given.refuse('OIDC_PROVIDER', 'must name one of the configured providers that have an issuer')
  return undefined
}
