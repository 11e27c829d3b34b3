import { systemErrorCode } from '@parley/runtime'
import { isTlsFault } from '../translate-error.js'

const untrusted =
  'names a server whose certificate is not signed by an authority that this machine trusts: name the certificate of the authority with sslrootcert=FILE'

/** What node-postgres and Node.js report about TLS, and the end of a sentence that begins with the setting. */
const faults: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/, untrusted],
  [/CERT_HAS_EXPIRED/, 'names a server whose certificate has expired'],
  [/CERT_NOT_YET_VALID/, 'names a server whose certificate is not valid yet'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'names a server whose certificate is for another name than the host of the URL'],
  [/does not support SSL/, 'asks for TLS (sslmode), and the server has none: turn it on there, or leave sslmode out'],
]

/** PostgreSQL answers, and refuses the role, its password, the database, or the right to connect. */
const refusals = new Set(['28000', '28P01', '3D000', '42501'])

/**
 * Why a server of PostgreSQL refuses the URL or the role, as the end of a sentence that begins with the setting; undefined
 * for other errors. Only operators read it: it can have the names of the role, the database and files.
 */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = systemErrorCode(error)
  if (code === '28000' && error.message.includes('no encryption'))
    return `is refused by the server without TLS: add sslmode=verify-full (${error.message})`
  if (refusals.has(code)) return `is refused by the server: ${error.message}`
  if ('syscall' in error && error.syscall === 'open')
    return `names a file of a certificate or key that cannot be read: ${error.message}`
  const found = faults.find(([pattern]) => pattern.test(`${code} ${error.message}`))?.[1]
  if (found !== undefined) return found
  return isTlsFault(error) ? `names a server with which TLS fails: ${error.message}` : undefined
}
