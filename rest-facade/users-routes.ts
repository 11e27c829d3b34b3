import { z } from 'zod'
import { rules } from '../schema/limits.js'
import { AppError } from '../src/errors.js'
import { lenient } from '../src/http/lenient.js'
import { json } from './answers.js'
import { LoginDocument, ProfileDocument, RegisterDocument } from './operations.generated.js'
import { noInput, route } from './route.js'
import type { Route } from './route.js'
import { shapes } from './shapes.js'

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

const registered = z.object({
  id: shapes.rowId,
  username: z.string(),
  email: z.string(),
  created_at: shapes.instant,
})

const signedIn = z.object({ token: z.string(), username: z.string() })

const profile = z.object({
  id: shapes.rowId,
  username: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  membershipType: z.enum(['BASIC', 'VIP']),
  createdAt: shapes.instant,
})

/** For every listener where people sign in. */
export const loginRoute: Route = route({
  about: { id: 'login', tag: 'users', summary: 'Get a token for an account', clause: 'decisions 2' },
  method: 'post',
  path: '/api/users/login',
  token: 'none',
  operation: LoginDocument,
  request: loginRequest,
  answers: signedIn,
  refuses: { unauthorized: 'An address or a password that is wrong.' },
  variables: ({ body }) => ({ input: body }),
  answer: ({ login: { token, account } }) => json({ token, username: account.username }),
})

export const usersRoutes: readonly Route[] = [
  route({
    about: { id: 'register', tag: 'users', summary: 'Make an account', clause: 'decisions 2' },
    method: 'post',
    path: '/api/users/register',
    token: 'none',
    operation: RegisterDocument,
    request: registerRequest,
    answers: registered,
    refuses: { badRequest: 'Terms that are not accepted; a name or an address that is taken.' },
    variables: ({ body }) => ({ input: body }),
    answer: ({ register: { account } }) =>
      json({ id: Number(account.id), username: account.username, email: account.email, created_at: account.createdAt }),
  }),
  loginRoute,
  route({
    about: { id: 'readProfile', tag: 'users', summary: "Read the caller's profile", clause: 'contract, User' },
    method: 'get',
    path: '/api/users/profile',
    token: 'required',
    operation: ProfileDocument,
    request: noInput,
    answers: profile,
    variables: () => ({}),
    answer: ({ me }) => {
      // the account may go between the token check and the read
      if (!me) throw new AppError('UNAUTHENTICATED')
      const { id, username, email, profileImageUrl, membership, createdAt } = me
      return json({ id: Number(id), username, email, profileImageUrl, membershipType: membership, createdAt })
    },
  }),
]
