import type { TestApp } from '../app/app.js'
import type { Person } from '../app/person.js'

export type CodeType = 'register' | 'password_reset'

export interface Verified {
  /** `success`, or the code of the refusal. */
  readonly outcome: string
  readonly resetToken?: string | undefined
}

/** Verification codes, in one form for GraphQL and REST. */
export interface VerificationApi {
  readonly name: string
  /** `sent` or the code of the refusal, with the milliseconds to wait. */
  send(app: TestApp, email: string, type: string): Promise<{ outcome: string; retryAfterMs?: number }>
  verify(app: TestApp, email: string, code: string, type?: CodeType): Promise<Verified>
}

const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'
const verify = 'mutation ($input: VerifyCodeInput!) { verifyCode(input: $input) { verificationType resetToken } }'

interface Extensions {
  readonly code: string
  readonly retryAfterMs?: number
  readonly fields?: readonly { readonly rule: string }[]
}

export const graphqlApi: VerificationApi = {
  name: 'GraphQL',
  async send(app, email, type) {
    const input = { email, verificationType: type.toUpperCase() }
    const { errors } = await app.stranger().graphql(send, { input })
    const extensions = errors[0]?.extensions as Extensions | undefined
    if (!extensions) return { outcome: 'sent' }
    const { code, retryAfterMs } = extensions
    return { outcome: code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  },
  async verify(app, email, code, type) {
    const input = { email, code, ...(type ? { verificationType: type.toUpperCase() } : {}) }
    const { data, errors } = await app.stranger().graphql(verify, { input })
    const extensions = errors[0]?.extensions as Extensions | undefined
    if (extensions) return { outcome: wordOf(extensions.fields?.[0]?.rule) ?? extensions.code }
    const { resetToken } = data?.['verifyCode'] as { resetToken: string | null }
    return { outcome: 'success', resetToken: resetToken ?? undefined }
  },
}

const codes: Readonly<Record<number, string>> = {
  200: 'sent',
  422: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
}

const restBelow = (folder: string, callerOf: (app: TestApp) => Person): VerificationApi => ({
  name: `REST below ${folder}`,
  async send(app, email, type) {
    const body = { email, verification_type: type }
    const { status, headers } = await callerOf(app).rest('POST', `${folder}/send-verification`, body)
    const seconds = headers.get('retry-after')
    return { outcome: codes[status] ?? String(status), ...(seconds ? { retryAfterMs: Number(seconds) * 1_000 } : {}) }
  },
  async verify(app, email, code, type) {
    const body = { email, code, ...(type ? { verification_type: type } : {}) }
    const answer = await callerOf(app).rest('POST', `${folder}/verify-code`, body)
    const { code: refused, reset_token: resetToken } = answer.body as { code?: string; reset_token?: string }
    if (answer.status === 200) return { outcome: 'success', resetToken }
    return { outcome: wordOf(refused) ?? codes[answer.status] ?? String(answer.status) }
  },
})

export const restApi = restBelow('/smtp', (app) => app.chatLog())

export const verificationApis = [graphqlApi, restApi, restBelow('/api/auth', (app) => app.stranger())] as const

function wordOf(rule: string | undefined): string | undefined {
  return /^(expired|invalid|not_found)_verification_code$/.exec(rule ?? '')?.[1]
}
