import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { lenient } from '../../src/http/body/lenient.js'
import { json } from '../rows/answers.js'
import type { BodyNames } from '../rows/body-names.js'
import { SocialLoginDocument } from '../operations/operations.generated.js'
import type { SocialLoginMutationVariables } from '../operations/operations.generated.js'
import { route } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import { sessionAnswer, sessionBody } from './sessions-routes.js'

type ProviderId = SocialLoginMutationVariables['input']['provider']

const socialRequest = z.object({
  body: z.object({
    code: rules.authorizationCode,
    redirect_uri: lenient.optional(rules.redirectUri),
    state: lenient.optional(rules.authorizationState),
    code_verifier: lenient.optional(rules.codeVerifier),
    nonce: lenient.optional(rules.authorizationState),
  }),
})

const socialNames: BodyNames = { redirect_uri: ['redirectUri'], code_verifier: ['codeVerifier'] }

export const socialRoutes: readonly Route[] = [socialLogin('A'), socialLogin('B'), socialLogin('C')]

function socialLogin(place: 'A' | 'B' | 'C'): Route {
  const provider: ProviderId = `SOCIAL_${place}`
  return route({
    about: {
      id: `socialLogin${place}`,
      tag: 'social login',
      summary: `Get a token for a code of sign-in provider ${place}`,
      details:
        'The first sign-in creates an account. `redirect_uri`, `code_verifier` and `nonce` are those of the authorization request.',
    },
    method: 'post',
    path: `/api/auth/social-${place.toLowerCase()}`,
    token: 'none',
    operation: SocialLoginDocument,
    request: socialRequest,
    answers: z.object({ token: z.string(), ...sessionAnswer }),
    refuses: {
      unauthorized: 'The provider rejected the code, or its response was issued for another client.',
      forbidden: 'The account is banned.',
      tooManyRequests:
        'Too many sign-ins are waiting for this provider, or there were too many logins from one IP address.',
      unavailable: 'The provider is not configured, cannot be reached, is too slow or gave an invalid answer.',
    },
    names: socialNames,
    variables: ({ body: { code, redirect_uri: redirectUri, state, code_verifier: codeVerifier, nonce } }) => ({
      input: { provider, code, redirectUri, state, codeVerifier, nonce },
    }),
    answer: ({ socialLogin: { token, ...tokens } }) => json({ token, ...sessionBody(tokens) }),
  })
}
