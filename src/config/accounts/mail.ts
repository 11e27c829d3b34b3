import { isIP } from 'node:net'
import { Complaint, type Fields, type Rule } from '../fields.js'
import { host as hostRule, isLoopback } from '../rules.js'

/** How mails are sent. */
export interface MailConfig {
  /** The mail server; absent: mails become files of `DATA_DIR/mail` (`SMTP_URL`). */
  readonly smtp: SmtpConfig | undefined
  /** Who they are from (`MAIL_FROM`). */
  readonly from: { readonly name: string; readonly address: string }
}

export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** `smtps://`: TLS from the first byte. With `smtp://` STARTTLS, where the server offers it. */
  readonly isSecure: boolean
  /** `requireTLS`; when it is absent: whether a password would cross a network. */
  readonly requiresTls: boolean
  /** `tls.rejectUnauthorized` */
  readonly checksCertificate: boolean
  readonly credentials?: { readonly user: string; readonly password: string } | undefined
}

export function readMail(fields: Fields, publicUrl: string): MailConfig {
  const { hostname } = new URL(publicUrl)
  const domain = isIP(hostname) > 0 || hostname.startsWith('[') ? 'localhost' : hostname
  return {
    smtp: fields.readOptional('SMTP_URL', smtpUrl),
    from: fields.read('MAIL_FROM', mailFrom, { name: 'Parley', address: `no-reply@${domain}` }),
  }
}

// never quotes the value: it may have a password
const notSmtp = new Complaint(
  'must be smtp:// or smtps://, perhaps user:password@, a host and perhaps a port; behind ? only requireTLS and tls.rejectUnauthorized, true or false',
)

const smtpUrl: Rule<SmtpConfig> = (text) => {
  // the URL parser mends what people did not mean, so the form is checked first
  if (!/^smtps?:\/\/[^\s/?#\\]+\/?(\?[^\s#]*)?$/i.test(text) || !URL.canParse(text)) return notSmtp
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.+)\]$/, '$1')
  const port = url.port === '' ? undefined : Number(url.port)
  const credentials = credentialsOf(url)
  const options = optionsOf(url.searchParams)
  if (hostRule(host) instanceof Complaint || port === 0 || credentials === 'unreadable' || !options) return notSmtp
  const isSecure = url.protocol === 'smtps:'
  return {
    host,
    port: port ?? (isSecure ? 465 : 587),
    isSecure,
    requiresTls: options.get('requireTLS') ?? (credentials !== undefined && !isLoopback(host)),
    checksCertificate: options.get('tls.rejectUnauthorized') ?? true,
    ...(credentials ? { credentials } : {}),
  }
}

function credentialsOf({ username, password }: URL): SmtpConfig['credentials'] | 'unreadable' {
  if (username === '' && password === '') return undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    // a percent sign that escapes nothing
    return 'unreadable'
  }
}

const optionNames = ['requireTLS', 'tls.rejectUnauthorized']

/** Undefined when one is unknown or neither true nor false. */
function optionsOf(query: URLSearchParams): ReadonlyMap<string, boolean> | undefined {
  const entries = [...query]
  if (!entries.every(([name, value]) => optionNames.includes(name) && /^(true|false)$/.test(value))) return undefined
  return new Map(entries.map(([name, value]) => [name, value === 'true']))
}

const sign = '[^\\s@<>(),;:"\\\\\\[\\]\\p{C}]'
const addressForm = new RegExp(`^${sign}+@${sign}+$`, 'u')
const namedForm = /^([^<>"\p{C}]*)<([^<>]+)>$/u

const mailFrom: Rule<MailConfig['from']> = (text) => {
  const [, name = '', address = text] = namedForm.exec(text) ?? []
  if (addressForm.test(address)) return { name: name.trim(), address }
  return new Complaint('must be an e-mail address, or a name and an address as in Parley <no-reply@chat.example>')
}
