import { z } from 'zod'
import { rules } from '../schema/limits.js'
import { lenient } from '../src/http/lenient.js'
import { json } from './answers.js'
import type { BodyNames } from './body-names.js'
import { SocialLoginDocument } from './operations.generated.js'
import type { SocialLoginMutationVariables } from './operations.generated.js'
import { route } from './route.js'
import type { Route } from './route.js'

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

export const socialRoutes: readonly Route[] = [
  socialLogin('/api/auth/social-a', 'SOCIAL_A'),
  socialLogin('/api/auth/social-b', 'SOCIAL_B'),
  socialLogin('/api/auth/social-c', 'SOCIAL_C'),
]

function socialLogin(path: string, provider: ProviderId): Route {
  return route({
    method: 'post',
    path,
    token: 'optional',
    operation: SocialLoginDocument,
    request: socialRequest,
    names: socialNames,
    variables: ({ body: { code, redirect_uri: redirectUri, state, code_verifier: codeVerifier, nonce } }) => ({
      input: { provider, code, redirectUri, state, codeVerifier, nonce },
    }),
    answer: ({ socialLogin: { token } }) => json({ token }),
  })
}
