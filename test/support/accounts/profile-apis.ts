import type { Person, RestAnswer } from '../app/person.js'

export interface Profile {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly membership: string
}

export interface ProfileChange {
  readonly username?: unknown
  readonly email?: unknown
}

export type Level = 'BASIC' | 'VIP'

/** The error code of the schema; REST statuses have the same names. */
export type Refusal = 'UNAUTHENTICATED' | 'FORBIDDEN' | 'CONFLICT' | 'BAD_USER_INPUT'

/** Operations on the caller's own account, in one form for GraphQL and REST. */
export interface ProfileApi {
  readonly name: 'GraphQL' | 'REST'
  update(person: Person, change: ProfileChange): Promise<Profile | Refusal>
  /** The new level, as the service returns it. */
  setMembership(person: Person, membership: string): Promise<Level | Refusal>
}

const shown = 'id username email membership'
const updateProfile = `mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { ${shown} } } }`
const updateMembership = `mutation ($level: Membership!) { updateMembership(membership: $level) { account { id } } }`

const graphqlApi: ProfileApi = {
  name: 'GraphQL',
  async update(person, change) {
    const { data, errors } = await person.graphql(updateProfile, { input: change })
    const updated = data as { updateProfile: { account: Profile } } | null
    return refusalOf(errors) ?? updated?.updateProfile.account ?? nothing()
  },
  async setMembership(person, level) {
    const { errors } = await person.graphql(updateMembership, { level })
    const refusal = refusalOf(errors)
    if (refusal) return refusal
    const { me } = (await person.data('{ me { membership } }')) as { me: { membership: Level } }
    return me.membership
  },
}

const restApi: ProfileApi = {
  name: 'REST',
  async update(person, change) {
    const answer = await person.rest('PUT', '/api/users/profile', change)
    const refusal = refusalOfStatus(answer)
    if (refusal) return refusal
    const { id, membershipType, ...rest } = answer.body as {
      id: number
      username: string
      email: string
      membershipType: string
    }
    return { id: String(id), username: rest.username, email: rest.email, membership: membershipType }
  },
  async setMembership(person, membershipType) {
    const refusal = refusalOfStatus(await person.rest('PUT', '/api/users/membership', { membershipType }))
    if (refusal) return refusal
    const { body } = await person.rest('GET', '/api/users/membership')
    return (body as { membership: Level }).membership
  },
}

export const profileApis = [graphqlApi, restApi] as const

function nothing(): never {
  throw new Error('neither data nor errors')
}

function refusalOf(errors: readonly { extensions: { code: string } }[]): Refusal | undefined {
  return errors[0]?.extensions.code as Refusal | undefined
}

const refusals: Readonly<Record<number, Refusal>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  409: 'CONFLICT',
  422: 'BAD_USER_INPUT',
}

function refusalOfStatus({ status, text }: RestAnswer): Refusal | undefined {
  const refusal = refusals[status]
  if (status !== 200 && !refusal) throw new Error(`answered ${String(status)}: ${text}`)
  return refusal
}
