import { z } from 'zod'
import { lenient } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { json, nothing } from '../rows/answers.js'
import type { Line } from '../contract/lines.js'
import { DeleteAccountDocument, LoginDocument, RegisterDocument } from '../operations/operations.generated.js'
import { route, type Route } from '../rows/route.js'
import { sessionAnswer, sessionBody } from './sessions-routes.js'
import { shapes } from '../rows/shapes.js'

function registerRequest(line: Line) {
  const agreed = line.has('optionalTerms') ? lenient.optional(lenient.boolean) : lenient.boolean
  const body = z.object({
    username: rules.username,
    email: rules.ownEmail,
    password: rules.newPassword,
    eulaAgreed: agreed,
    privacyAgreed: agreed,
    marketingAgreed: lenient.optional(lenient.boolean),
    registrationToken: lenient.optional(z.string()),
    invitationToken: lenient.optional(rules.invitationToken),
  })
  return z.object({ body: line.has('userid') ? body.extend({ userid: lenient.optional(rules.handle) }) : body })
}

// any text: a value that cannot be an account fails like a wrong password
const loginRequest = z.object({ body: z.object({ email: rules.anyEmail, password: rules.anyPassword }) })

const registered = z.object({
  id: shapes.rowId,
  username: z.string(),
  email: z.string(),
  created_at: shapes.instant,
})

const signedIn = z.object({ token: z.string(), username: z.string(), ...sessionAnswer })

/** For every listener that offers sign-in. */
export const loginRoute: Route = route({
  about: { id: 'login', tag: 'users', summary: 'Get a token for an account' },
  method: 'post',
  path: '/api/users/login',
  token: 'none',
  operation: LoginDocument,
  request: loginRequest,
  answers: signedIn,
  refuses: {
    unauthorized: 'The e-mail address or the password is wrong.',
    forbidden:
      'The account is banned, or an administrator has not approved it yet (`code` is `AWAITING_APPROVAL`), which is sent only if the password is correct; or people sign in by a provider alone.',
    tooManyRequests: 'Too many logins from one IP address, or too many failed logins with this e-mail address.',
  },
  variables: ({ body }) => ({ input: body }),
  answer: ({ login: { token, account, ...tokens } }) =>
    json({ token, username: account.username, ...sessionBody(tokens) }),
})

export const usersRoutes = (line: Line): readonly Route[] => [
  route({
    about: {
      id: 'register',
      tag: 'users',
      summary: 'Register an account',
      details:
        'With the `registration_token` of `verify-code` its e-mail address is verified. With the `invitation_token` of an invitation the registration policy does not apply.',
    },
    method: 'post',
    path: line.has('userList') ? ['/api/users/register', '/api/users'] : '/api/users/register',
    token: 'none',
    operation: RegisterDocument,
    request: registerRequest(line),
    answers: registered,
    refuses: {
      badRequest:
        'The terms were not accepted, the username or e-mail address is in use, or the registration or invitation token is wrong, expired or used.',
      forbidden:
        'Registration is closed, needs an invitation, or is not open to this address, or people sign in by a provider alone.',
      tooManyRequests: 'Too many registrations from one IP address.',
    },
    names: { registrationToken: ['registration_token'], invitationToken: ['invitation_token'] },
    fields: { 'input.handle': ['body', 'userid'] },
    variables: ({ body }) => {
      const { userid: handle, ...input } = { userid: undefined, ...body }
      return { input: { ...input, handle } }
    },
    answer: ({ register: { account } }) =>
      json({ id: Number(account.id), username: account.username, email: account.email, created_at: account.createdAt }),
  }),
  loginRoute,
  route({
    about: {
      id: 'deleteUser',
      tag: 'users',
      summary: 'Delete an account and all of its data',
      details: 'Its tokens are revoked immediately.',
    },
    method: 'delete',
    path: '/api/users/:id',
    token: 'required',
    operation: DeleteAccountDocument,
    request: z.object({ path: z.object({ id: lenient.rowId }) }),
    answers: 'nothing',
    refuses: {
      forbidden: 'The account is not that of the caller, and the caller is not an administrator.',
      notFound: 'The account does not exist.',
      conflict: 'The caller is the last administrator that is not banned, and the account is its own.',
    },
    fields: { id: ['path', 'id'] },
    variables: ({ path }) => ({ id: String(path.id) }),
    answer: () => nothing,
  }),
]
