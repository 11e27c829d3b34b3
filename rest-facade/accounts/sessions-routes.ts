import { z } from 'zod'
import { restErrors } from '@parley/edge'
import { json, nothing } from '../rows/answers.js'
import {
  MySessionsDocument,
  RefreshSessionDocument,
  RevokeSessionDocument,
  SignOutDocument,
  SignOutEverywhereDocument,
} from '../operations/operations.generated.js'
import { notByKey } from '../rows/not-by-key.js'
import { plainRoute, route, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'

/** The keys of a sign-in beside its token, which let a client renew the session without a password. */
export const sessionAnswer = {
  expires_at: shapes.instant,
  refresh_token: z.string(),
  refresh_expires_at: shapes.instant,
} as const

interface Tokens {
  readonly expiresAt: string
  readonly refreshToken: string
  readonly refreshExpiresAt: string
}

export function sessionBody({ expiresAt, refreshToken, refreshExpiresAt }: Tokens) {
  return { expires_at: expiresAt, refresh_token: refreshToken, refresh_expires_at: refreshExpiresAt }
}

/** The 401 of a sign-in, which is a step of it where an account has a second factor. */
export const refusedSignIn = z.object({
  detail: z.literal(restErrors.unauthorized.detail),
  message: z.string().optional(),
  code: z.literal('SECOND_FACTOR_REQUIRED').optional(),
  challenge: z.string().optional().describe('For `POST /api/auth/second-factor`, within five minutes.'),
  methods: z.array(z.enum(['PASSKEY', 'TOTP', 'RECOVERY_CODE'])).optional(),
  passkey_options: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe('The options of `navigator.credentials.get`; null without the method PASSKEY.'),
})

const session = z.object({
  id: shapes.uuid,
  created_at: shapes.instant,
  last_used_at: shapes.instant,
  expires_at: shapes.instant,
  user_agent: z.string().nullable(),
  current: z.boolean(),
})

/** The mutations of sessions, for REST clients. */
export const sessionsRoutes: readonly Route[] = [
  route({
    about: {
      id: 'refreshSession',
      tag: 'sessions',
      summary: 'Get a new token for a refresh token',
      details:
        'A refresh token is valid once; the answer has the next one. A retry within 30 seconds returns the same next ' +
        'token; a later reuse ends the session.',
    },
    method: 'post',
    path: '/api/auth/refresh',
    token: 'none',
    operation: RefreshSessionDocument,
    request: z.object({ body: z.object({ refresh_token: z.string() }) }),
    names: { refresh_token: ['refreshToken'] },
    answers: z.object({ token: z.string(), username: z.string(), ...sessionAnswer }),
    refuses: {
      unauthorized: 'The refresh token is invalid, expired or used.',
      tooManyRequests: 'Too many refreshes from one IP address.',
    },
    variables: ({ body }) => ({ refreshToken: body.refresh_token }),
    answer: ({ refreshSession: { token, account, ...tokens } }) =>
      json({ token, username: account.username, ...sessionBody(tokens) }),
  }),
  plainRoute({
    about: {
      id: 'signOut',
      tag: 'sessions',
      summary: 'End the session of the token',
      details: 'A token without a session ends all sessions.',
    },
    method: 'post',
    path: '/api/auth/logout',
    token: 'required',
    operation: SignOutDocument,
    answers: 'nothing',
    refuses: { forbidden: notByKey },
    answer: () => nothing,
  }),
  plainRoute({
    about: { id: 'signOutEverywhere', tag: 'sessions', summary: 'End all sessions and revoke all tokens' },
    method: 'post',
    path: '/api/auth/logout-everywhere',
    token: 'required',
    operation: SignOutEverywhereDocument,
    answers: 'nothing',
    refuses: { forbidden: notByKey },
    answer: () => nothing,
  }),
  plainRoute({
    about: {
      id: 'listSessions',
      tag: 'sessions',
      summary: 'List the sessions of the caller',
      details: 'At most 100, most recently used first.',
    },
    method: 'get',
    path: '/api/auth/sessions',
    token: 'required',
    operation: MySessionsDocument,
    answers: z.array(session),
    refuses: { forbidden: notByKey },
    answer: ({ mySessions }) => {
      const rows = mySessions ?? []
      return json(
        rows.map(({ id, createdAt, lastUsedAt, expiresAt, userAgent, current }) => ({
          id,
          created_at: createdAt,
          last_used_at: lastUsedAt,
          expires_at: expiresAt,
          user_agent: userAgent,
          current,
        })),
      )
    },
  }),
  route({
    about: { id: 'revokeSession', tag: 'sessions', summary: 'End one session' },
    method: 'delete',
    path: '/api/auth/sessions/:id',
    token: 'required',
    operation: RevokeSessionDocument,
    request: z.object({ path: z.object({ id: z.string() }) }),
    answers: 'nothing',
    refuses: {
      forbidden: notByKey,
      notFound: 'The caller has no such session.',
    },
    variables: ({ path }) => ({ id: path.id }),
    answer: () => nothing,
  }),
]
