import { domainToASCII } from 'node:url'
import type { Mail, MailAddress } from './mailer.js'

/** A mail in the form that is sent to the server. */
interface ComposedMail {
  readonly from: string
  readonly to: string
  readonly bytes: Buffer
}

export interface ComposeMailOptions {
  readonly from: MailAddress
  /** Epoch milliseconds. */
  readonly clock: () => number
}

/** The MIME form of a mail. Throws when its recipient would be parsed as anything but this one address. */
export async function composeMail(mail: Mail, { from, clock }: ComposeMailOptions): Promise<ComposedMail> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const message = new MailComposer({
    from: { name: from.name ?? mail.sender, address: from.address },
    // an object, since a text is parsed as a list of addresses
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(clock()),
    // RFC 3834: prevents automatic replies
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const { from: sender, to } = message.getEnvelope()
  const [recipient] = to
  if (to.length !== 1 || recipient === undefined || !isFormOf(recipient, mail.to))
    throw new Error('a mail must have exactly the recipient it is meant for')
  return { from: sender === false ? from.address : sender, to: recipient, bytes: await message.build() }
}

/** Whether the library has written this address unchanged, except for a domain in its ASCII form. */
function isFormOf(written: string, meant: string): boolean {
  const [one, other] = [partsOf(written), partsOf(meant)]
  return one.local !== '' && one.local === other.local && one.domain !== '' && one.domain === other.domain
}

function partsOf(address: string) {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(at, 0)), domain: domainToASCII(address.slice(at + 1)) }
}
