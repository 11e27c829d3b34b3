import type { Language } from '../languages.js'
import { mailForms } from '../mail-forms.js'
import type { Mail } from '../ports/mailer/mailer.js'
import type { VerificationType } from './verification-code.js'

interface Words {
  readonly subject: string
  readonly purpose: string
  readonly warning: string
}

interface Texts {
  readonly codes: Readonly<Record<VerificationType, Words>>
  readonly validity: string
  readonly link: {
    readonly purpose: string
    readonly words: string
    readonly validity: string
    readonly warning: string
  }
  /** For the owner of a mailbox that an account has got since. `day`: the last one, `2026-11-27`. */
  readonly wayBack: (day: string) => string
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    codes: {
      register: {
        subject: 'verify your email address',
        purpose: 'Enter this code where you asked for it, to verify your email address:',
        warning:
          'If you did not ask for it, someone else has typed your address. Ignore this email, and do not enter the code anywhere or share it: it would verify their account.',
      },
      password_reset: {
        subject: 'reset your password',
        purpose: 'Enter this code where you asked for it, to set a new password for your account:',
        warning:
          'If you did not ask for it, someone else has typed your address. Ignore this email and do not share the code: your password stays as it is.',
      },
    },
    validity: 'The code is valid for 5 minutes and works once. A newer code replaces it.',
    link: {
      purpose: 'Too many wrong codes were entered for your account. Open this link to set a new password:',
      words: 'Set a new password',
      validity: 'The link is valid for 30 minutes and works once. A newer link replaces it.',
      warning:
        'If you did not ask for it, someone else has typed your address. Ignore this email and do not share the link: your password stays as it is.',
    },
    wayBack: (day) =>
      `This account used to have another address, whose owner can restore it until ${day} (UTC). If you have never registered here, someone else has created the account: set a password, delete the account, and register again.`,
  },
  ko: {
    codes: {
      register: {
        subject: '이메일 주소 확인',
        purpose: '이 이메일 주소가 본인의 것임을 확인하려면 요청하신 화면에 이 코드를 입력해 주세요:',
        warning:
          '요청하지 않으셨다면 다른 사람이 이 주소를 입력한 것입니다. 이 이메일을 무시하시고, 코드를 어디에도 입력하거나 다른 사람에게 알려 주지 마세요. 그 사람의 계정이 확인됩니다.',
      },
      password_reset: {
        subject: '비밀번호 재설정',
        purpose: '계정의 새 비밀번호를 설정하려면 요청하신 화면에 이 코드를 입력해 주세요:',
        warning:
          '요청하지 않으셨다면 다른 사람이 이 주소를 입력한 것입니다. 이 이메일을 무시하시고, 코드를 다른 사람에게 알려 주지 마세요. 비밀번호는 그대로 유지됩니다.',
      },
    },
    validity: '코드는 5분 동안 유효하며 한 번만 사용할 수 있습니다. 새 코드를 받으면 이 코드는 사용할 수 없습니다.',
    link: {
      purpose: '계정에 잘못된 코드가 너무 많이 입력되었습니다. 새 비밀번호를 설정하려면 이 링크를 열어 주세요:',
      words: '새 비밀번호 설정',
      validity: '링크는 30분 동안 유효하며 한 번만 사용할 수 있습니다. 새 링크를 받으면 이 링크는 사용할 수 없습니다.',
      warning:
        '요청하지 않으셨다면 다른 사람이 이 주소를 입력한 것입니다. 이 이메일을 무시하시고, 링크를 다른 사람에게 알려 주지 마세요. 비밀번호는 그대로 유지됩니다.',
    },
    wayBack: (day) =>
      `이 계정에는 이전에 다른 주소가 있었습니다. 그 주소의 주인은 ${day}(UTC)까지 계정을 되찾을 수 있습니다. 여기에 가입한 적이 없다면 다른 사람이 이 계정을 만든 것입니다. 비밀번호를 설정하고 계정을 삭제한 뒤 다시 가입해 주세요.`,
  },
}

interface Addressee {
  readonly to: string
  /** The name of the installation. */
  readonly sender: string
  readonly language: Language
  /** Until when another mailbox can restore the account, in epoch milliseconds. */
  readonly wayBackUntil: number | undefined
}

const wayBack = ({ language, wayBackUntil }: Addressee) =>
  wayBackUntil === undefined ? [] : [texts[language].wayBack(new Date(wayBackUntil).toISOString().slice(0, 10))]

/** The mail with a link for a new password, in place of a code. It contains no user input. */
export function resetLinkMail(addressee: Addressee, url: string): Mail {
  const { to, sender, language } = addressee
  const { codes, link } = texts[language]
  const { subject } = codes.password_reset
  const paragraphs = [
    link.purpose,
    { link: url, words: link.words },
    link.validity,
    link.warning,
    ...wayBack(addressee),
  ]
  return { to, ...mailForms({ sender, subject, paragraphs, language }) }
}

/** The mail with a code. It contains no user input. */
export function verificationMail(addressee: Addressee, type: VerificationType, code: string): Mail {
  const { to, sender, language } = addressee
  const { codes, validity } = texts[language]
  const { subject, purpose, warning } = codes[type]
  const paragraphs = [purpose, { code }, validity, warning, ...wayBack(addressee)]
  return { to, ...mailForms({ sender, subject, paragraphs, language }) }
}
