import { mailForms } from '../mail-forms.js'
import type { Mail } from '../ports/mailer/mailer.js'
import type { VerificationType } from './verification-code.js'

interface Words {
  readonly subject: string
  readonly purpose: string
  readonly warning: string
}

const words: Readonly<Record<VerificationType, Words>> = {
  register: {
    subject: 'Parley: verify your e-mail address',
    purpose: 'Enter this code where you asked for it, to show that this e-mail address is yours:',
    warning:
      'If you did not ask for it, another person has typed your address. Ignore this mail, and do not enter the code anywhere or give it to another person: it would verify their account.',
  },
  password_reset: {
    subject: 'Parley: reset your password',
    purpose: 'Enter this code where you asked for it, to set a new password for your account:',
    warning:
      'If you did not ask for it, another person has typed your address. Ignore this mail and do not give the code to another person: your password stays as it is.',
  },
}

/** For the owner of a mailbox that an account has got since. `until`: epoch milliseconds. */
const wayBack = (until: number | undefined) =>
  until === undefined
    ? []
    : [
        `This account had another address. Its owner can restore the account until ${new Date(until).toISOString().slice(0, 10)} (UTC). If you have never registered here, another person has made the account: set a password, delete the account, and register again.`,
      ]

const validity = 'The code is valid for 5 minutes and works once. A newer code replaces it.'

/** The mail with a link for a new password, in place of a code. It contains no user input. */
export function resetLinkMail(to: string, url: string, wayBackUntil?: number): Mail {
  const { subject, warning } = words.password_reset
  const paragraphs = [
    'Too many wrong codes were entered for your account. Open this link to set a new password:',
    { link: url, words: 'Set a new password' },
    'The link is valid for 30 minutes and works once. A newer link replaces it.',
    warning.replace('the code', 'the link'),
    ...wayBack(wayBackUntil),
  ]
  return { to, subject, ...mailForms(subject, paragraphs) }
}

/** The mail with a code. It contains no user input. */
export function verificationMail(to: string, type: VerificationType, code: string, wayBackUntil?: number): Mail {
  const { subject, purpose, warning } = words[type]
  return { to, subject, ...mailForms(subject, [purpose, { code }, validity, warning, ...wayBack(wayBackUntil)]) }
}
