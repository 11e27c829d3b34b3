import type { TestApp } from '../app/app.js'
import { Person } from '../app/person.js'

export type CodeType = 'register' | 'password_reset'

export interface Verified {
  /** `success`, or the code of the refusal. */
  readonly outcome: string
  readonly resetToken?: string | undefined
  readonly registrationToken?: string | undefined
}

/** Verification codes, in one form for GraphQL and REST. */
export interface VerificationApi {
  readonly name: string
  /** `sent` or the code of the refusal, with the milliseconds to wait. */
  send(app: TestApp, email: string, type: string): Promise<{ outcome: string; retryAfterMs?: number }>
  verify(app: TestApp, email: string, code: string, type?: CodeType): Promise<Verified>
  /** The same with this token. */
  as(token: string): VerificationApi
}

const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'
const verify =
  'mutation ($input: VerifyCodeInput!) { verifyCode(input: $input) { verificationType resetToken registrationToken } }'

interface Extensions {
  readonly code: string
  readonly retryAfterMs?: number
  readonly fields?: readonly { readonly rule: string }[]
}

type CallerOf = (app: TestApp, token?: string) => Person

const overGraphql = (callerOf: CallerOf): VerificationApi => ({
  name: 'GraphQL',
  as: (token) => overGraphql((app) => callerOf(app, token)),
  async send(app, email, type) {
    const input = { email, verificationType: type.toUpperCase() }
    const { errors } = await callerOf(app).graphql(send, { input })
    const extensions = errors[0]?.extensions as Extensions | undefined
    if (!extensions) return { outcome: 'sent' }
    const { code, retryAfterMs, fields } = extensions
    return { outcome: wordOf(fields?.[0]?.rule) ?? code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  },
  async verify(app, email, code, type) {
    const input = { email, code, ...(type ? { verificationType: type.toUpperCase() } : {}) }
    const { data, errors } = await callerOf(app).graphql(verify, { input })
    const extensions = errors[0]?.extensions as Extensions | undefined
    if (extensions) return { outcome: wordOf(extensions.fields?.[0]?.rule) ?? extensions.code }
    const { resetToken, registrationToken } = data?.['verifyCode'] as Record<string, string | null>
    return {
      outcome: 'success',
      resetToken: resetToken ?? undefined,
      registrationToken: registrationToken ?? undefined,
    }
  },
})

const codes: Readonly<Record<number, string>> = {
  200: 'sent',
  422: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
}

const restBelow = (folder: string, callerOf: CallerOf): VerificationApi => ({
  name: `REST below ${folder}`,
  as: (token) => restBelow(folder, (app) => callerOf(app, token)),
  async send(app, email, type) {
    const body = { email, verification_type: type }
    const { status, headers, body: answered } = await callerOf(app).rest('POST', `${folder}/send-verification`, body)
    const seconds = headers.get('retry-after')
    const word = wordOf((answered as { code?: string }).code)
    return {
      outcome: word ?? codes[status] ?? String(status),
      ...(seconds ? { retryAfterMs: Number(seconds) * 1_000 } : {}),
    }
  },
  async verify(app, email, code, type) {
    const body = { email, code, ...(type ? { verification_type: type } : {}) }
    const answer = await callerOf(app).rest('POST', `${folder}/verify-code`, body)
    const answered = answer.body as Record<'code' | 'reset_token' | 'registration_token', string | undefined>
    const { code: refused, reset_token: resetToken, registration_token: registrationToken } = answered
    if (answer.status === 200) return { outcome: 'success', resetToken, registrationToken }
    return { outcome: wordOf(refused) ?? codes[answer.status] ?? String(answer.status) }
  },
})

const atApplication: CallerOf = (app, token) => new Person(app.url, '', '', token)

export const graphqlApi = overGraphql(atApplication)

export const restApi = restBelow('/smtp', (app, token) => app.chatLog(token))

export const verificationApis = [graphqlApi, restApi, restBelow('/api/auth', atApplication)] as const

function wordOf(rule: string | undefined): string | undefined {
  return /^(expired|invalid|not_found|locked)_verification_code$/.exec(rule ?? '')?.[1]
}
