import { Complaint, type Fields, type Rule } from '../fields.js'
import { isLoopback } from '../rules.js'

export type SocialId = 'social-a' | 'social-b' | 'social-c'

/** A provider that people sign in with (contract: sign-in.13). */
export interface SocialConfig {
  readonly id: SocialId
  /** Kept with every account that it makes; another label is another provider (`SOCIAL_A_NAME`). */
  readonly name: string
  /** `SOCIAL_A_CLIENT_ID` */
  readonly clientId: string
  /** `SOCIAL_A_CLIENT_SECRET` */
  readonly clientSecret: string
  /** What its page asks people to share; absent: what the kind of provider is used to (`SOCIAL_A_SCOPE`). */
  readonly scope: string | undefined
  readonly endpoints: SocialEndpoints
}

/** https, or http on a loopback host. */
export type SocialEndpoints =
  /** `SOCIAL_A_ISSUER`, where OpenID discovery finds the rest. */
  | { readonly kind: 'openid'; readonly issuer: string }
  /** `SOCIAL_A_AUTHORIZE_URL`, `SOCIAL_A_TOKEN_URL`, `SOCIAL_A_USERINFO_URL` */
  | { readonly kind: 'oauth2'; readonly authorizeUrl: string; readonly tokenUrl: string; readonly userinfoUrl: string }

const ids: readonly SocialId[] = ['social-a', 'social-b', 'social-c']

/** The providers of which anything is set. Half a configuration is refused by the names that are missing. */
export function readSocial(fields: Fields): readonly SocialConfig[] {
  const takenBy = new Map<string, string>()
  return ids.flatMap((id) => {
    const prefix = id.toUpperCase().replace('-', '_')
    const provider = readProvider(fields, id, prefix)
    if (!provider) return []
    const other = takenBy.get(provider.name)
    if (other !== undefined) fields.refuse(`${prefix}_NAME`, `must differ from the one of ${other}`)
    takenBy.set(provider.name, prefix)
    return [provider]
  })
}

/** Undefined when nothing is set, or when something is wrong. */
function readProvider(fields: Fields, id: SocialId, prefix: string): SocialConfig | undefined {
  const clientId = fields.readOptional(`${prefix}_CLIENT_ID`, printable)
  const clientSecret = fields.readOptional(`${prefix}_CLIENT_SECRET`, printable)
  const scope = fields.readOptional(`${prefix}_SCOPE`, printable)
  const name = fields.read(`${prefix}_NAME`, label, id)
  const endpoints = readEndpoints(fields, prefix)
  const isMeant = clientNames
    .concat(urlNames, 'ISSUER', 'SCOPE', 'NAME')
    .some((one) => fields.isSet(`${prefix}_${one}`))
  if (!isMeant) return undefined
  requireAll(fields, prefix, clientNames)
  const urls = urlNames.map((one) => `${prefix}_${one}`)
  const isPlain = urls.some((one) => fields.isSet(one))
  if (isPlain) requireAll(fields, prefix, urlNames)
  if (isPlain === fields.isSet(`${prefix}_ISSUER`))
    fields.refuse(`${prefix}_ISSUER`, `must be ${isPlain ? 'unset' : 'set'}, or ${urls.join(', ')}`)
  if (clientId === undefined || clientSecret === undefined || !endpoints) return undefined
  return { id, name, clientId, clientSecret, scope, endpoints }
}

function readEndpoints(fields: Fields, prefix: string): SocialEndpoints | undefined {
  const issuer = fields.readOptional(`${prefix}_ISSUER`, issuerUrl)
  const [authorizeUrl, tokenUrl, userinfoUrl] = urlNames.map((one) =>
    fields.readOptional(`${prefix}_${one}`, secureUrl),
  )
  if (issuer !== undefined) return { kind: 'openid', issuer }
  if (authorizeUrl === undefined || tokenUrl === undefined || userinfoUrl === undefined) return undefined
  return { kind: 'oauth2', authorizeUrl, tokenUrl, userinfoUrl }
}

const clientNames = ['CLIENT_ID', 'CLIENT_SECRET']
const urlNames = ['AUTHORIZE_URL', 'TOKEN_URL', 'USERINFO_URL']

function requireAll(fields: Fields, prefix: string, names: readonly string[]): void {
  for (const name of names)
    if (!fields.isSet(`${prefix}_${name}`)) fields.refuse(`${prefix}_${name}`, `must be set with the rest of ${prefix}`)
}

const printable: Rule<string> = (text) =>
  /^[\x20-\x7e]{1,1024}$/.test(text) ? text : new Complaint('must be at most 1024 printable ASCII characters')

const label: Rule<string> = (text) =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,48}[\p{L}\p{N}])?$/u.test(text)
    ? text
    : new Complaint('must be 1 to 50 letters, digits, spaces, dots, hyphens and underscores')

/** Secrets and tokens travel there: https, or http that does not leave the machine. */
const secureUrl: Rule<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  const isPlain = url?.username === '' && url.password === '' && url.hash === ''
  return isSafe && isPlain ? text : new Complaint('must be an https address, or http on a loopback host')
}

const issuerUrl: Rule<string> = (text) =>
  text.includes('?') ? new Complaint('must be an https address without a query') : secureUrl(text)
