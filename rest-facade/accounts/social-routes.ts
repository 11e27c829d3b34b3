import { z } from 'zod'
import { lenient } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { json } from '../rows/answers.js'
import type { BodyNames } from '../rows/body-names.js'
import {
  SocialLoginDocument,
  SocialProvidersDocument,
  type SocialLoginMutationVariables,
} from '../operations/operations.generated.js'
import { plainRoute, route, type Route } from '../rows/route.js'
import { refusedSignIn, sessionAnswer, sessionBody } from './sessions-routes.js'
import { SocialProviderId } from '../../schema/enums.js'

type ProviderId = SocialLoginMutationVariables['input']['provider']

const socialRequest = z.object({
  body: z.object({
    code: rules.authorizationCode,
    redirect_uri: lenient.optional(rules.redirectUri),
    state: lenient.optional(rules.authorizationState),
    code_verifier: lenient.optional(rules.codeVerifier),
    nonce: lenient.optional(rules.authorizationState),
    iss: lenient.optional(rules.authorizationState),
    invitation_token: lenient.optional(rules.invitationToken),
  }),
})

const socialNames: BodyNames = {
  redirect_uri: ['redirectUri'],
  code_verifier: ['codeVerifier'],
  invitation_token: ['invitationToken'],
}

const providerShape = z.object({
  id: z.enum(SocialProviderId).describe('The last part of the path that signs in with it.'),
  name: z.string().describe('The display name, which the operator has set.'),
  authorize_url: z
    .string()
    .nullable()
    .describe('The authorization URL of the provider; null while the provider does not answer.'),
})
const slots = { SOCIAL_A: 'social-a', SOCIAL_B: 'social-b', SOCIAL_C: 'social-c' } as const

export const socialRoutes: readonly Route[] = [
  plainRoute({
    about: {
      id: 'listProviders',
      tag: 'social login',
      summary: 'List the configured sign-in providers',
      details: 'Add `redirect_uri`, `state` and optionally `code_challenge` and `nonce` to `authorize_url`.',
    },
    method: 'get',
    path: '/api/auth/providers',
    token: 'none',
    operation: SocialProvidersDocument,
    answers: z.array(providerShape),
    answer: ({ socialProviders }) =>
      json(
        (socialProviders ?? []).map(({ id, name, authorizeUrl }) => ({
          id: slots[id],
          name,
          authorize_url: authorizeUrl,
        })),
      ),
  }),
  socialLogin('A'),
  socialLogin('B'),
  socialLogin('C'),
]

function socialLogin(place: 'A' | 'B' | 'C'): Route {
  const provider: ProviderId = `SOCIAL_${place}`
  return route({
    about: {
      id: `socialLogin${place}`,
      tag: 'social login',
      summary: `Get a token for a code of sign-in provider ${place}`,
      details:
        'The first sign-in creates an account. `redirect_uri`, `code_verifier` and `nonce` are those of the authorization request, `iss` that of the redirect.',
    },
    method: 'post',
    path: `/api/auth/social-${place.toLowerCase()}`,
    token: 'none',
    operation: SocialLoginDocument,
    request: socialRequest,
    answers: z.object({ token: z.string(), ...sessionAnswer }),
    refuses: {
      badRequest: 'The invitation token is wrong, expired or used.',
      unauthorized: {
        when: 'The provider rejected the code, its response was issued for another client, or `iss` is not its issuer. With the `code` SECOND_FACTOR_REQUIRED the account has a second factor.',
        body: refusedSignIn,
      },
      forbidden:
        'The account is banned, the person is in none of the groups that may sign in, or there is no account and registration by a provider is closed, or not open to the address. With `code` `AWAITING_APPROVAL` an administrator has not approved the account yet.',
      tooManyRequests:
        'Too many sign-ins are waiting for this provider, or there were too many logins from one IP address.',
      unavailable: 'The provider is not configured, cannot be reached, is too slow or gave an invalid answer.',
    },
    names: socialNames,
    variables: ({
      body: {
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
        invitation_token: invitationToken,
        ...rest
      },
    }) => ({ input: { provider, code, redirectUri, codeVerifier, invitationToken, ...rest } }),
    answer: ({ socialLogin: { token, ...tokens } }) => json({ token, ...sessionBody(tokens) }),
  })
}
