import { z } from 'zod'
import { rules } from '../schema/limits.js'
import { AppError } from '../src/errors.js'
import { lenient } from '../src/http/lenient.js'
import { json, nothing } from './answers.js'
import { DeleteAccountDocument, LoginDocument, ProfileDocument, RegisterDocument } from './operations.generated.js'
import { noInput, route } from './route.js'
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
  route({
    method: 'get',
    path: '/api/users/profile',
    token: 'required',
    operation: ProfileDocument,
    request: noInput,
    variables: () => ({}),
    answer: ({ me }) => {
      // the account may go between the token check and the read
      if (!me) throw new AppError('UNAUTHENTICATED')
      const { id, username, email, profileImageUrl, membership, createdAt } = me
      return json({ id: Number(id), username, email, profileImageUrl, membershipType: membership, createdAt })
    },
  }),
  route({
    method: 'delete',
    path: '/api/users/:id',
    token: 'required',
    operation: DeleteAccountDocument,
    request: z.object({ path: z.object({ id: lenient.rowId }) }),
    fields: { id: ['path', 'id'] },
    variables: ({ path }) => ({ id: String(path.id) }),
    answer: () => nothing,
  }),
]
