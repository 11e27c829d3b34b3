import { z } from 'zod'
import { rules } from '../schema/limits.js'
import { lenient } from '../src/http/lenient.js'
import { json } from './answers.js'
import { LoginDocument, RegisterDocument } from './operations.generated.js'
import { route } from './route.js'
import type { Route } from './route.js'

const registerRequest = z.object({
  body: z.object({
    username: rules.username,
    email: rules.email,
    password: rules.newPassword,
    eulaAgreed: lenient.boolean,
    privacyAgreed: lenient.boolean,
    marketingAgreed: lenient.optional(lenient.boolean),
  }),
})

// any text: what cannot be an account is a wrong password like any other
const loginRequest = z.object({ body: z.object({ email: z.string(), password: rules.anyPassword }) })

export const usersRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/users/register',
    token: 'optional',
    operation: RegisterDocument,
    request: registerRequest,
    variables: ({ body }) => ({ input: body }),
    answer: ({ register: { account } }) =>
      json({ id: Number(account.id), username: account.username, email: account.email, created_at: account.createdAt }),
  }),
  route({
    method: 'post',
    path: '/api/users/login',
    token: 'optional',
    operation: LoginDocument,
    request: loginRequest,
    variables: ({ body }) => ({ input: body }),
    answer: ({ login: { token, account } }) => json({ token, username: account.username }),
  }),
]
