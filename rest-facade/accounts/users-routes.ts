import { z } from 'zod'
import { lenient } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { json, nothing } from '../rows/answers.js'
import type { Line } from '../contract/lines.js'
import {
  CompleteSignInDocument,
  DeleteAccountDocument,
  LoginDocument,
  RegisterDocument,
} from '../operations/operations.generated.js'
import { route, type Route } from '../rows/route.js'
import { refusedSignIn, sessionAnswer, sessionBody } from './sessions-routes.js'
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

const loginRoute: Route = route({
  about: { id: 'login', tag: 'users', summary: 'Get a token for an account' },
  method: 'post',
  path: '/api/users/login',
  token: 'none',
  operation: LoginDocument,
  request: loginRequest,
  answers: signedIn,
  refuses: {
    unauthorized: {
      when: 'The e-mail address or the password is wrong. With the `code` SECOND_FACTOR_REQUIRED they are right, and the account has a second factor.',
      body: refusedSignIn,
    },
    forbidden:
      'The account is banned, or an administrator has not approved it yet (`code` is `AWAITING_APPROVAL`), which is sent only if the password is correct; or people sign in by a provider alone.',
    tooManyRequests: 'Too many logins from one IP address, or too many failed logins with this e-mail address.',
  },
  variables: ({ body }) => ({ input: body }),
  answer: ({ login: { token, account, ...tokens } }) =>
    json({ token, username: account.username, ...sessionBody(tokens) }),
})

const secondFactorRequest = z.object({
  body: z.object({
    challenge: z.string(),
    code: lenient.optional(rules.factorCode),
    recovery_code: lenient.optional(rules.factorCode),
    passkey: lenient.optional(z.looseObject({})),
  }),
})

/** Beside the login, and for sign-ins by a provider. */
const secondFactorRoute: Route = route({
  about: {
    id: 'completeSignIn',
    tag: 'users',
    summary: 'Get a token for the second step of a sign-in',
    details:
      'For the `challenge` of a 401 with the `code` SECOND_FACTOR_REQUIRED, within five minutes, and one of `code` (six digits of an authenticator app), `recovery_code`, and `passkey` (what `navigator.credentials.get` has returned for `passkey_options`).',
  },
  method: 'post',
  path: '/api/auth/second-factor',
  token: 'none',
  operation: CompleteSignInDocument,
  request: secondFactorRequest,
  names: { recovery_code: ['recoveryCode'] },
  answers: signedIn,
  refuses: {
    badRequest: 'The challenge is wrong, expired or used, or was tried too often.',
    unauthorized: 'The code or the passkey is wrong, or the code was used.',
    forbidden: 'The account is banned.',
    tooManyRequests: 'Too many tries from one IP address, or too many wrong codes for this account.',
  },
  variables: ({ body: { challenge, code, recovery_code: recoveryCode, passkey } }) => ({
    input: { challenge, code, recoveryCode, passkey: passkey && JSON.stringify(passkey) },
  }),
  answer: ({ completeSignIn: { token, account, ...tokens } }) =>
    json({ token, username: account.username, ...sessionBody(tokens) }),
})

/** For every listener that offers sign-in. */
export const signInRoutes: readonly Route[] = [loginRoute, secondFactorRoute]

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
  ...signInRoutes,
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
      conflict: 'The caller is the last administrator that can sign in, and the account is its own.',
    },
    fields: { id: ['path', 'id'] },
    variables: ({ path }) => ({ id: String(path.id) }),
    answer: () => nothing,
  }),
]
