import { z } from 'zod'
import { type ErrorAnswer, type Failure, lenient, restErrors } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { json, nothing } from '../rows/answers.js'
import { route, type Route } from '../rows/route.js'
import {
  ResetPasswordDocument,
  SendVerificationDocument,
  VerifyCodeDocument,
  type VerificationType,
} from '../operations/operations.generated.js'

const fields = { 'input.verificationType': ['body', 'verification_type'] } as const

const success = z.object({ status: z.literal('success'), message: z.string() })
const refusedCodes = [
  'expired_verification_code',
  'invalid_verification_code',
  'not_found_verification_code',
  'locked_verification_code',
] as const
const refusedCode = z.object({
  status: z.literal('error'),
  detail: z.literal(restErrors.badRequest.detail),
  code: z.enum(refusedCodes),
})

/** The documented endpoints below `/smtp`, at the chat-log service, and the same below `/api/auth` of the application. */
export const verificationRoutes = (folder: '/smtp' | '/api/auth'): readonly Route[] => [
  route({
    about: {
      id: 'sendVerification',
      tag: 'verification',
      summary: 'Send a verification code by e-mail',
      details:
        'A new code replaces the previous one and is valid for 300 seconds. The answer is the same whether an account ' +
        'has the address or not. 500 if the mail cannot be delivered.',
    },
    method: 'post',
    path: `${folder}/send-verification`,
    token: 'none',
    operation: SendVerificationDocument,
    request: z.object({ body: z.object({ email: rules.email, verification_type: rules.verificationType }) }),
    answers: success,
    refuses: {
      badRequest: {
        when: 'For `register`: too many wrong codes in a row for this e-mail address. A `password_reset` mail has a link then.',
        body: refusedCode,
      },
      forbidden: 'For `password_reset`: people sign in by a provider alone.',
      tooManyRequests:
        'A code was sent less than 30 seconds ago, or too many codes were requested or tried for this e-mail address or from this IP address, or the service has sent too many mails today.',
    },
    refusal: codeRefusal,
    fields,
    variables: ({ body }) => ({ input: { email: body.email, verificationType: typeOf(body.verification_type) } }),
    answer: () => json({ status: 'success' as const, message: 'The verification code is on its way' }),
  }),
  route({
    about: {
      id: 'verifyCode',
      tag: 'verification',
      summary: 'Verify a code',
      details:
        'Without `verification_type` a code of any type is accepted. The fifth wrong attempt invalidates the code. For ' +
        'a `password_reset` code the answer has a `reset_token` for one new password within 10 minutes. A `register` ' +
        'code verifies the account of the token, if it has the address; otherwise the answer has a ' +
        '`registration_token` for one verified registration within 30 minutes.',
    },
    method: 'post',
    path: `${folder}/verify-code`,
    token: 'beforeSignIn',
    operation: VerifyCodeDocument,
    request: z.object({
      body: z.object({
        email: rules.email,
        code: z.string(),
        verification_type: lenient.optional(rules.verificationType),
      }),
    }),
    answers: success.extend({ reset_token: z.string().optional(), registration_token: z.string().optional() }),
    refuses: {
      badRequest: {
        when: 'The code is wrong, expired or used, none was sent, or there were too many wrong codes in a row.',
        body: refusedCode,
      },
      tooManyRequests: 'Too many attempts for one e-mail address or from one IP address.',
    },
    refusal: codeRefusal,
    fields,
    variables: ({ body: { email, code, verification_type: type } }) => ({
      input: { email, code, verificationType: type === undefined ? undefined : typeOf(type) },
    }),
    answer: ({ verifyCode: { resetToken, registrationToken } }) => {
      const verified = { status: 'success', message: 'The code is correct' } as const
      return json({
        ...verified,
        ...(resetToken === null ? {} : { reset_token: resetToken }),
        ...(registrationToken === null ? {} : { registration_token: registrationToken }),
      })
    },
  }),
]

/** Of the application service. */
export const resetPasswordRoute: Route = route({
  about: {
    id: 'resetPassword',
    tag: 'verification',
    summary: 'Set a new password with a reset token',
    details:
      'Ends all sessions, revokes all tokens and API keys of the account, removes sign-ins by providers that have not ' +
      'verified its e-mail address, and marks it as verified.',
  },
  method: 'post',
  path: '/api/auth/reset-password',
  token: 'none',
  operation: ResetPasswordDocument,
  request: z.object({ body: z.object({ reset_token: z.string(), new_password: rules.newPassword }) }),
  answers: 'nothing',
  refuses: {
    badRequest: 'The reset token is wrong, expired or used.',
    forbidden: 'People sign in by a provider alone.',
    tooManyRequests: 'Too many attempts from one IP address.',
  },
  names: { reset_token: ['resetToken'], new_password: ['newPassword'] },
  fields: { 'input.resetToken': ['body', 'reset_token'], 'input.newPassword': ['body', 'new_password'] },
  variables: ({ body }) => ({ input: { resetToken: body.reset_token, newPassword: body.new_password } }),
  answer: () => nothing,
})

function typeOf(text: string): VerificationType {
  return text === 'register' ? 'REGISTER' : 'PASSWORD_RESET'
}

function codeRefusal({ fields: faults = [] }: Failure): ErrorAnswer | undefined {
  const code = refusedCodes.find((one) => faults.some(({ rule }) => rule === one))
  const { status, detail } = restErrors.badRequest
  const body = { status: 'error', detail, code }
  return code && { status, body }
}
