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

/** The mail with a link for a new password, in place of a code. It contains no user input and loads nothing from elsewhere. */
export function resetLinkMail(to: string, url: string): Mail {
  const { subject, warning } = words.password_reset
  const purpose = 'Too many wrong codes were entered for your account. Open this link to set a new password:'
  const linkValidity = 'The link is valid for 30 minutes and works once. A newer link replaces it.'
  const linkWarning = warning.replace('the code', 'the link')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family: sans-serif; max-width: 32em">
<p>${purpose}</p>
<p><a href="${url}">${url}</a></p>
<p>${linkValidity}</p>
<p>${linkWarning}</p>
</body>
</html>
`
  return { to, subject, text: `${[purpose, url, linkValidity, linkWarning].join('\n\n')}\n`, html }
}

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
