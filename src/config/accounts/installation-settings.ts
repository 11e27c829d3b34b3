import { z } from 'zod'
import type { GivenSettings } from '../given-settings.js'
import { settings } from '../settings.js'

const shape = settings.pick({
  REGISTRATION: true,
  REGISTRATION_BY_PROVIDER: true,
  REGISTRATION_DOMAINS: true,
  GUEST_ROOMS: true,
  SIGN_IN_REQUIRED: true,
})
type Name = keyof typeof shape.shape
type Texts = Readonly<Partial<Record<Name, string>>>

const policies = { open: 'OPEN', invite: 'INVITE', approval: 'APPROVAL', closed: 'CLOSED' } as const

/** The settings that can also be changed while the server runs: what the environment sets, and how a text is read. */
export function installationSettingsOf(given: GivenSettings) {
  const names = shape.keyof().options
  const fixed: Texts = Object.fromEntries(
    names.flatMap((name) => (given.isSet(name) ? [[name, given.variable(name)]] : [])),
  )
  const valuesOf = (texts: Texts) => {
    const { REGISTRATION: policy, REGISTRATION_BY_PROVIDER: byProvider = policy, ...read } = shape.parse(texts)
    return {
      registration: policies[policy],
      registrationByProvider: policies[byProvider],
      registrationDomains: read.REGISTRATION_DOMAINS,
      guestRooms: !read.SIGN_IN_REQUIRED && (read.GUEST_ROOMS ?? policy === 'open'),
      signInRequired: read.SIGN_IN_REQUIRED,
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
    SIGN_IN_REQUIRED: 'false',
  })
  const faultOf = (name: Name, text: string) => {
    const rule: z.ZodType = shape.shape[name]
    return rule.safeParse(text).error?.issues[0]?.message
  }
  return { fixed, valuesOf, defaultsOf, faultOf }
}
