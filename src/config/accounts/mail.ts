import { isIP } from 'node:net'
import { host as hostRule, isLoopback, parsed } from '../rules.js'

/** `SMTP_URL` */
export const smtpUrl = parsed(
  'must be smtp:// or smtps://, perhaps user:password@, a host and perhaps a port; behind ? only requireTLS and tls.rejectUnauthorized, true or false',
  (text) => {
    // the URL parser silently corrects mistakes, so the form is checked first
    if (!/^smtps?:\/\/[^\s/?#\\]+\/?(\?[^\s#]*)?$/i.test(text) || !URL.canParse(text)) return undefined
    const url = new URL(text)
    const host = url.hostname.replace(/^\[(.+)\]$/, '$1')
    const credentials = credentialsOf(url)
    const options = optionsOf(url.searchParams)
    if (!hostRule.safeParse(host).success || url.port === '0' || credentials === 'unreadable' || !options)
      return undefined
    const isSecure = url.protocol === 'smtps:'
    return {
      host,
      port: Number(url.port || (isSecure ? 465 : 587)),
      /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
      isSecure,
      /** By default true if a password would be sent over a network. */
      requiresTls: options.get('requireTLS') ?? (credentials !== undefined && !isLoopback(host)),
      checksCertificate: options.get('tls.rejectUnauthorized') ?? true,
      credentials,
    }
  },
)

function credentialsOf({ username, password }: URL) {
  if (username === '' && password === '') return undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    // a percent sign without a valid escape
    return 'unreadable'
  }
}

const optionNames = ['requireTLS', 'tls.rejectUnauthorized']

/** Undefined when an option is unknown, or neither true nor false. */
function optionsOf(query: URLSearchParams): ReadonlyMap<string, boolean> | undefined {
  const entries = [...query]
  if (!entries.every(([name, value]) => optionNames.includes(name) && /^(true|false)$/.test(value))) return undefined
  return new Map(entries.map(([name, value]) => [name, value === 'true']))
}

const sign = '[^\\s@<>(),;:"\\\\\\[\\]\\p{C}]'
const addressForm = new RegExp(`^${sign}+@${sign}+$`, 'u')
const namedForm = /^([^<>"\p{C}]*)<([^<>]+)>$/u

/** `MAIL_FROM` */
export const mailFrom = parsed(
  'must be an e-mail address, or a name and an address as in Parley <no-reply@chat.example>',
  (text) => {
    const [, name = '', address = text] = namedForm.exec(text) ?? []
    return addressForm.test(address) ? { name: name.trim() || undefined, address } : undefined
  },
)

/** The default sender of mails, with the name of the installation. */
export function senderAt(publicUrl: string): { name: undefined; address: string } {
  const { hostname } = new URL(publicUrl)
  const domain = isIP(hostname) > 0 || hostname.startsWith('[') ? 'localhost' : hostname
  return { name: undefined, address: `no-reply@${domain}` }
}
