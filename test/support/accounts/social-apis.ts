import { at, type Person } from '../app/person.js'

export type ProviderSlot = 'a' | 'b' | 'c'

export interface Grant {
  readonly code: string
  readonly redirectUri?: string
  readonly iss?: string
}

/** Sign-in with a provider, in one form for GraphQL and REST. */
export interface SocialApi {
  readonly name: 'GraphQL' | 'REST'
  /** Returns the token, or the code of the refusal. */
  enter(person: Person, place: ProviderSlot, grant: Partial<Grant>): Promise<string>
}

const socialLogin = `mutation ($input: SocialLoginInput!) {
  socialLogin(input: $input) { token expiresAt account { id username email emailVerified membership } }
}`

export const graphqlApi: SocialApi = {
  name: 'GraphQL',
  async enter(person, place, grant) {
    const input = { provider: `SOCIAL_${place.toUpperCase()}`, ...grant }
    const { data, errors } = await person.graphql(socialLogin, { input })
    return errors[0]?.extensions.code ?? at(data, 'socialLogin', 'token')
  },
}

const codes: Readonly<Record<number, string>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  422: 'BAD_USER_INPUT',
  503: 'UNAVAILABLE',
}

const restApi: SocialApi = {
  name: 'REST',
  async enter(person, place, { redirectUri: redirect_uri, ...grant }) {
    const { status, body } = await person.rest('POST', `/api/auth/social-${place}`, { ...grant, redirect_uri })
    return codes[status] ?? at(body, 'token')
  },
}

export const socialApis = [graphqlApi, restApi] as const
