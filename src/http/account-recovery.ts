import express, { type IRouter, type Request, type RequestHandler, type Response } from 'express'
import { z } from 'zod'
import { clientAddress, mountPath, refusals } from '@parley/edge'
import { AppError } from '@parley/runtime'
import { preferredLanguage, type Language } from '../languages.js'
import { limits } from '../limits.js'
import { newPassword } from '../password-rules.js'
import type { Endpoint } from './openapi/endpoint.js'
import { refuseLink, tokenOf, sendFormPage, wantsPage, type FormTexts, type FormWords } from './pages/form-page.js'

interface AccountRecovery {
  /** Whether a link works now. It stays as it is. */
  isLive(token: string): Promise<boolean>
  /** False where people sign in by a provider alone. */
  needsPassword(): Promise<boolean>
  /** Uses a link up. Throws AppError BAD_USER_INPUT for one that does not work. */
  recover(
    input: { readonly token: string; readonly newPassword: string | undefined },
    origin: { readonly ipAddress: string | null; readonly userAgent: string | null; readonly language: Language },
  ): Promise<unknown>
}

const place = {
  paths: ['/account-recovery'],
  token: 'none',
  request: z.object({ query: z.object({ token: z.string() }) }),
  names: {},
  answers: 'page',
} as const

const notFound = 'The link is used, ended, expired or unknown.'

/** The endpoints of `mountAccountRecovery`, for documents. */
export const accountRecoveryEndpoints: readonly Endpoint[] = [
  {
    ...place,
    about: {
      id: 'showAccountRecovery',
      tag: 'users',
      summary: 'Show the account-recovery page (HTML)',
      details:
        'Requires no credential, and does not use the link up. The page needs no JavaScript; its form has a field for a new password, unless people sign in by a provider alone.',
    },
    method: 'get',
    refuses: { notFound },
  },
  {
    ...place,
    about: {
      id: 'recoverAccount',
      tag: 'users',
      summary: 'Recover an account by its link, with a new password',
      details:
        'Requires no credential. The body is a form (`application/x-www-form-urlencoded`) with `new_password`, which is not read where people sign in by a provider alone. Browsers get pages for refusals too. Programs use the mutation `recoverAccount`.',
    },
    method: 'post',
    refuses: {
      notFound,
      invalidRequest:
        '`new_password` is missing, has not 8 to 255 characters that can be seen, or is one of the most common passwords.',
      tooManyRequests: 'There were too many attempts from one IP address.',
      conflict: 'Another account has verified the address since.',
    },
  },
]

const form: FormTexts = {
  en: {
    title: 'Restore your account',
    paragraphs: [
      'Your account goes back to the address that received the email, with the password you choose here. All sessions end, and all API keys and sign-ins with other services are removed.',
    ],
    password: 'New password (at least 8 characters)',
    button: 'Restore the account',
  },
  ko: {
    title: '계정 되찾기',
    paragraphs: [
      '계정의 이메일 주소가 이메일을 받은 주소로 돌아가고, 여기에서 정한 비밀번호를 사용하게 됩니다. 모든 세션이 로그아웃되고, API 키와 다른 서비스를 통한 로그인은 삭제됩니다.',
    ],
    password: '새 비밀번호(8자 이상)',
    button: '계정 되찾기',
  },
}
const withoutPassword: FormTexts = {
  en: {
    title: form.en.title,
    paragraphs: [
      'Your account goes back to the address that received the email. All sessions end, and all API keys and newer sign-ins with other services are removed.',
    ],
    button: 'Restore the account',
  },
  ko: {
    title: form.ko.title,
    paragraphs: [
      '계정의 이메일 주소가 이메일을 받은 주소로 돌아갑니다. 모든 세션이 로그아웃되고, API 키와 그 이후에 추가된 다른 서비스를 통한 로그인은 삭제됩니다.',
    ],
    button: '계정 되찾기',
  },
}
const common: FormTexts = {
  en: withParagraph(form.en, 'This password is too common. Choose another one.'),
  ko: withParagraph(form.ko, '많은 사람이 사용하는 비밀번호라 쉽게 알아낼 수 있습니다. 다른 비밀번호를 정하세요.'),
}
const refused: FormTexts = {
  en: withParagraph(
    form.en,
    `A password has ${limits.passwordMinLength} to ${limits.passwordLength} characters that can be seen.`,
  ),
  ko: withParagraph(
    form.ko,
    `비밀번호는 보이는 문자로 ${limits.passwordMinLength}자에서 ${limits.passwordLength}자까지입니다.`,
  ),
}
const occupied: FormTexts = {
  en: {
    title: 'The account cannot be restored',
    paragraphs: [
      'Another account has verified the address that received the email. Contact the person who runs this server.',
    ],
  },
  ko: {
    title: '계정을 되찾을 수 없습니다',
    paragraphs: ['이메일을 받은 주소가 이미 다른 계정에서 확인되었습니다. 서버 운영자에게 문의하세요.'],
  },
}
const done: FormTexts = {
  en: { title: 'The account is yours again', paragraphs: ['Sign in with your email address and the new password.'] },
  ko: { title: '계정을 되찾았습니다', paragraphs: ['이메일 주소와 새 비밀번호로 로그인하세요.'] },
}
const doneWithoutPassword: FormTexts = {
  en: { title: done.en.title, paragraphs: ['Sign in with the service that you use here.'] },
  ko: { title: done.ko.title, paragraphs: ['이 서버에서 사용하는 서비스의 계정으로 로그인하세요.'] },
}
/**
 * `/account-recovery?token=`, the way back of a notice: GET shows a page with a form and changes nothing, POST restores
 * the account (contract: users.22).
 */
export function mountAccountRecovery(router: IRouter, recovery: AccountRecovery): void {
  mountPath(router, '/account-recovery', {
    get: async (request, response) => {
      if (!(await recovery.isLive(tokenOf(request)))) refuseLink(request, response)
      else sendFormPage(request, response, (await recovery.needsPassword()) ? form : withoutPassword)
    },
    post: async (request, response) => {
      const token = tokenOf(request)
      if (!(await recovery.isLive(token))) {
        refuseLink(request, response)
        return
      }
      const needsPassword = await recovery.needsPassword()
      const sent = passwordRule(needsPassword).safeParse(await fieldOf(request, response))
      if (!sent.success) {
        refusePassword(request, response, isCommon(sent.error) ? common : refused)
        return
      }
      const origin = {
        ipAddress: clientAddress(request),
        userAgent: request.get('user-agent') ?? null,
        language: preferredLanguage(request.headers['accept-language']),
      }
      try {
        await recovery.recover({ token, newPassword: sent.data }, origin)
      } catch (error) {
        refuseRecovery(error, request, response)
        return
      }
      sendFormPage(request, response, needsPassword ? done : doneWithoutPassword)
    },
  })
}

const passwordRule = (needsPassword: boolean): z.ZodType<string | undefined> =>
  needsPassword ? newPassword : z.unknown().transform(() => undefined)

function refuseRecovery(error: unknown, request: Request, response: Response): void {
  const code = error instanceof AppError ? error.code : undefined
  // used by another request in the meantime
  if (code === 'BAD_USER_INPUT') refuseLink(request, response)
  else if (code === 'CONFLICT' && wantsPage(request, response)) sendFormPage(request, response.status(409), occupied)
  else throw error
}

function isCommon({ issues }: z.ZodError): boolean {
  return issues.some((issue) => issue.code === 'custom' && issue.params?.['rule'] === 'common')
}

function refusePassword(request: Request, response: Response, words: FormTexts): void {
  const fault = { location: ['body', 'new_password'], message: words.en.paragraphs.at(-1) ?? '', type: 'value_error' }
  if (!wantsPage(request, response)) throw refusals.invalid([fault])
  sendFormPage(request, response.status(422), words)
}

function withParagraph(words: FormWords, paragraph: string): FormWords {
  return { ...words, paragraphs: [...words.paragraphs, paragraph] }
}

const readForm: RequestHandler = express.urlencoded({ extended: false, limit: 4_096, inflate: false })

async function fieldOf(request: Request, response: Response): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    void readForm(request, response, (error: unknown) => {
      if (error === undefined) resolve()
      else reject(error instanceof Error ? error : refusals.badRequest())
    })
  })
  const { data } = z.object({ new_password: z.unknown() }).safeParse(request.body)
  return data?.new_password
}
