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

const validity = 'The code is valid for 5 minutes and works once. A newer code replaces it.'

/** The mail with a code. It contains no user input and loads nothing from elsewhere. */
export function verificationMail(to: string, type: VerificationType, code: string): Mail {
  const { subject, purpose, warning } = words[type]
  const text = [purpose, `    ${code}`, validity, warning].join('\n\n')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family: sans-serif; max-width: 32em">
<p>${purpose}</p>
<p style="font-size: 2em; letter-spacing: 0.2em"><strong>${code}</strong></p>
<p>${validity}</p>
<p>${warning}</p>
</body>
</html>
`
  return { to, subject, text: `${text}\n`, html }
}
