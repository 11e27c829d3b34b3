import { mailForms, type MailParagraph } from '../mail-forms.js'
import type { Language } from '../languages.js'
import type { Mail } from '../ports/mailer/mailer.js'
import type { AccountNotice, NoticeKind } from './account-notice.js'

interface Texts {
  readonly events: Readonly<Record<NoticeKind, { readonly subject: string; readonly event: string }>>
  /** `client`: the words of `clientWords`; `network` is '' without one. */
  readonly origin: (change: { readonly when: string; readonly client: string; readonly network: string }) => string
  /** Of what was asked for earlier. */
  readonly askedFrom: (change: { readonly client: string; readonly network: string }) => string
  readonly fine: string
  readonly wayBack: string
  readonly restore: string
  /** `day`: the last one, `2026-12-04`. */
  readonly validity: (day: string) => string
  readonly noWayBack: string
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    events: {
      address_changed: {
        subject: 'the email address of your account was changed',
        event: 'The email address of your account was changed. Emails about it now go to another address.',
      },
      password_changed: {
        subject: 'the password of your account was changed',
        event: 'The password of your account was changed, and its other sessions have ended.',
      },
      api_key_created: {
        subject: 'your account has a new API key',
        event: 'An API key was created for your account. A program that has it can use the account at /v1.',
      },
      identity_added: {
        subject: 'your account has a new way to sign in',
        event:
          'A sign-in with another service was added to your account. It gives access to the account without the password.',
      },
      approval_requested: {
        subject: 'an account is waiting for your approval',
        event:
          'Someone has registered an account, which an administrator has to approve before it can be used. The console lists the accounts that are waiting, and so does `npm run admin -- account waiting`.',
      },
      account_approved: {
        subject: 'your account is approved',
        event: 'An administrator has approved your account. You can sign in now.',
      },
      client_added: {
        subject: 'new sign-in to your account',
        event:
          'A browser or a program signed in to your account for the first time. The settings of your account show all places where you are signed in.',
      },
      export_ready: {
        subject: 'a copy of your data is ready',
        event:
          'A copy of all data of your account is ready. You can download it for one day in the settings of your account, under "Data".',
      },
      factor_added: {
        subject: 'your account has a new second factor',
        event: 'A passkey or an authenticator app was added to your account. It is needed to sign in from now on.',
      },
      factor_removed: {
        subject: 'a second factor of your account was removed',
        event: 'A passkey or an authenticator app of your account was removed. It can no longer be used to sign in.',
      },
    },
    origin: ({ when, client, network }) =>
      `It happened at ${when}, from ${client}${network === '' ? '' : `, in the network ${network}`}.`,
    askedFrom: ({ client, network }) =>
      `It was requested from ${client}${network === '' ? '' : `, in the network ${network}`}.`,
    fine: 'If this was you, you can ignore this email.',
    wayBack:
      'If this was not you, open this link and choose a new password. The account goes back to this address, all its sessions end, and its API keys and sign-ins with other services are removed:',
    restore: 'Restore the account',
    validity: (day) => `The link works once, until ${day} (UTC). Do not share it.`,
    noWayBack:
      'If this was not you, set a new password ("Forgot your password?" where you sign in). If you can no longer sign in with this address, contact the person who runs this server.',
  },
  ko: {
    events: {
      address_changed: {
        subject: '계정의 이메일 주소가 변경되었습니다',
        event: '계정의 이메일 주소가 변경되었습니다. 이제 이메일은 다른 주소로 발송됩니다.',
      },
      password_changed: {
        subject: '계정의 비밀번호가 변경되었습니다',
        event: '계정의 비밀번호가 변경되었고, 다른 모든 세션에서 로그아웃되었습니다.',
      },
      api_key_created: {
        subject: '계정에 새 API 키가 생겼습니다',
        event: '계정의 API 키가 만들어졌습니다. 이 키를 가진 프로그램은 /v1에서 계정을 사용할 수 있습니다.',
      },
      identity_added: {
        subject: '계정에 새 로그인 방법이 추가되었습니다',
        event: '다른 서비스를 통한 로그인이 계정에 추가되었습니다. 비밀번호 없이 계정에 로그인할 수 있습니다.',
      },
      approval_requested: {
        subject: '승인을 기다리는 계정이 있습니다',
        event:
          '새 계정이 등록되었으며, 관리자가 승인해야 사용할 수 있습니다. 승인을 기다리는 계정은 콘솔과 `npm run admin -- account waiting`에서 볼 수 있습니다.',
      },
      account_approved: {
        subject: '계정이 승인되었습니다',
        event: '관리자가 계정을 승인했습니다. 이제 로그인할 수 있습니다.',
      },
      client_added: {
        subject: '새 기기에서 계정에 로그인했습니다',
        event:
          '이 계정에 로그인한 적이 없는 브라우저나 프로그램에서 로그인했습니다. 계정 설정의 보안에서 로그인된 기기를 확인할 수 있습니다.',
      },
      export_ready: {
        subject: '계정 데이터의 사본이 준비되었습니다',
        event:
          '계정의 모든 데이터 사본이 준비되었습니다. 하루 동안 계정 설정의 "내 데이터"에서 다운로드할 수 있습니다.',
      },
      factor_added: {
        subject: '계정에 새 2단계 인증 수단이 추가되었습니다',
        event: '계정에 패스키나 인증 앱이 추가되었습니다. 이제 로그인할 때 이 수단이 필요합니다.',
      },
      factor_removed: {
        subject: '계정의 2단계 인증 수단이 삭제되었습니다',
        event: '계정의 패스키나 인증 앱이 삭제되었습니다. 이제 로그인할 때 이 수단을 사용할 수 없습니다.',
      },
    },
    origin: ({ when, client, network }) =>
      `시각: ${when}, 기기: ${koreanClient(client)}${network === '' ? '' : ` (네트워크 ${network})`}`,
    askedFrom: ({ client, network }) =>
      `요청한 기기: ${koreanClient(client)}${network === '' ? '' : ` (네트워크 ${network})`}`,
    fine: '본인이 하신 일이라면 이 이메일을 무시하셔도 됩니다.',
    wayBack:
      '본인이 하신 일이 아니라면 이 링크를 열어 새 비밀번호를 정해 주세요. 계정이 이 주소로 돌아오고, 모든 세션이 로그아웃되며, API 키와 다른 서비스를 통한 로그인은 삭제됩니다:',
    restore: '계정 되찾기',
    validity: (day) => `링크는 ${day}(UTC)까지 한 번만 사용할 수 있습니다. 다른 사람에게 알려 주지 마세요.`,
    noWayBack:
      '본인이 하신 일이 아니라면 로그인 화면의 "비밀번호를 잊으셨나요?"에서 새 비밀번호를 설정해 주세요. 이 주소로 더 이상 로그인할 수 없다면 서버 운영자에게 문의해 주세요.',
  },
}

/** The words of `clientWords`, which a notice stores in English, in Korean. */
function koreanClient(client: string): string {
  if (client === 'the operator of the service') return '서버 운영자'
  const [, browser, system] = /^(.+) on (.+)$/.exec(client) ?? []
  return browser === undefined || system === undefined ? '브라우저가 아닌 프로그램' : `${system}의 ${browser}`
}

/**
 * The mail of a notice; `sender` is the name of the installation. It has no text of a person or a client, since a thief
 * could write to the owner by it, and no key and no token but its own link. The client that made the change can be a
 * thief's: with another language that it prefers, the mail has the English text too.
 */
export function noticeMail(
  notice: AccountNotice,
  { sender, link }: { readonly sender: string; readonly link: string | undefined },
): Mail {
  const { language, kind } = notice
  const shown: readonly Language[] = language === 'en' ? ['en'] : [language, 'en']
  const subject = shown.map((each) => texts[each].events[kind].subject).join(' / ')
  const paragraphs = shown.flatMap((each) => paragraphsOf(texts[each], notice, link))
  return { to: notice.email, ...mailForms({ sender, subject, paragraphs, language }) }
}

/** Notices about approvals: their mails name no client and offer no way back. */
const ofApprovals: ReadonlySet<NoticeKind> = new Set(['approval_requested', 'account_approved'])

function paragraphsOf(words: Texts, notice: AccountNotice, link: string | undefined): readonly MailParagraph[] {
  if (ofApprovals.has(notice.kind)) return [words.events[notice.kind].event]
  const when = `${new Date(notice.occurredAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const origin = notice.kind === 'export_ready' ? words.askedFrom(notice) : words.origin({ ...notice, when })
  const begun = [words.events[notice.kind].event, origin, words.fine]
  if (link === undefined || notice.linkUntil === null) return [...begun, words.noWayBack]
  const day = new Date(notice.linkUntil).toISOString().slice(0, 10)
  return [...begun, words.wayBack, { link, words: words.restore }, words.validity(day)]
}
