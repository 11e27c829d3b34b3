import { z } from 'zod'
import { accentOf } from '../../accent.js'
import { logo, logoOfFile } from './look.js'
import type { GivenSettings } from '../given-settings.js'
import { settings } from '../settings.js'

const named = settings.pick({
  REGISTRATION: true,
  REGISTRATION_BY_PROVIDER: true,
  REGISTRATION_DOMAINS: true,
  GUEST_ROOMS: true,
  ADMIN_SECOND_FACTOR: true,
  SIGN_IN_REQUIRED: true,
  SHARE_LINKS: true,
  INSTALLATION_NAME: true,
  INSTALLATION_LOGO: true,
  ACCENT_COLOR: true,
  TERMS_URL: true,
  PRIVACY_URL: true,
  HELP_URL: true,
  INSTALLATION_NOTICE: true,
  PASSWORD_SIGN_IN: true,
})
// the variable names a file
const shape = named.extend({ INSTALLATION_LOGO: logo.prefault('') })
export const installationNames = shape.keyof().options
type Name = keyof typeof shape.shape
type Texts = Readonly<Partial<Record<Name, string>>>

const policies = { open: 'OPEN', invite: 'INVITE', approval: 'APPROVAL', closed: 'CLOSED' } as const
const factorPolicies = { optional: 'OPTIONAL', required: 'REQUIRED' } as const

/** Of `PASSWORD_SIGN_IN=false` without one: no person could sign in. */
export const needsProvider = 'is false, which needs a sign-in provider'

/** The settings that can also be changed while the server runs: what the environment sets, and how a text is read. */
export function installationSettingsOf(given: GivenSettings, { hasProvider }: { readonly hasProvider: boolean }) {
  const names = installationNames
  const fixed: Texts = Object.fromEntries(
    names.flatMap((name) =>
      given.isSet(name) ? [[name, name === 'INSTALLATION_LOGO' ? logoOfFile(given) : given.variable(name)]] : [],
    ),
  )
  const valuesOf = (texts: Texts) => {
    const { REGISTRATION: policy, REGISTRATION_BY_PROVIDER: byProvider = policy, ...read } = shape.parse(texts)
    return {
      registration: policies[policy],
      registrationByProvider: policies[byProvider],
      registrationDomains: read.REGISTRATION_DOMAINS,
      guestRooms: !read.SIGN_IN_REQUIRED && (read.GUEST_ROOMS ?? policy === 'open'),
      signInRequired: read.SIGN_IN_REQUIRED,
      shareLinks: !read.SIGN_IN_REQUIRED && read.SHARE_LINKS,
      passwordSignIn: read.PASSWORD_SIGN_IN,
      name: read.INSTALLATION_NAME,
      logo: read.INSTALLATION_LOGO,
      accent: read.ACCENT_COLOR === '' ? null : accentOf(read.ACCENT_COLOR),
      termsUrl: read.TERMS_URL || null,
      privacyUrl: read.PRIVACY_URL || null,
      helpUrl: read.HELP_URL || null,
      notice: read.INSTALLATION_NOTICE || null,
      adminSecondFactor: factorPolicies[read.ADMIN_SECOND_FACTOR],
    }
  }
  const defaultsOf = ({
    registration,
    guestRooms,
  }: Pick<ReturnType<typeof valuesOf>, 'registration' | 'guestRooms'>) => ({
    REGISTRATION: 'open',
    REGISTRATION_BY_PROVIDER: registration.toLowerCase(),
    REGISTRATION_DOMAINS: '',
    GUEST_ROOMS: String(guestRooms),
    ADMIN_SECOND_FACTOR: 'optional',
    SIGN_IN_REQUIRED: 'false',
    SHARE_LINKS: 'false',
    INSTALLATION_NAME: 'Parley',
    INSTALLATION_LOGO: '',
    ACCENT_COLOR: '',
    TERMS_URL: '',
    PRIVACY_URL: '',
    HELP_URL: '',
    INSTALLATION_NOTICE: '',
    PASSWORD_SIGN_IN: 'true',
  })
  const faultOf = (name: Name, text: string) => {
    const rule: z.ZodType = shape.shape[name]
    const fault = rule.safeParse(text).error?.issues[0]?.message
    return name === 'PASSWORD_SIGN_IN' && text === 'false' && !hasProvider ? needsProvider : fault
  }
  return { fixed, valuesOf, defaultsOf, faultOf }
}
