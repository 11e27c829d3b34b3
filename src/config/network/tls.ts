import { resolve } from 'node:path'
import { addressList } from './address-list.js'
import { Complaint, type Fields, type Rule } from '../fields.js'
import { networkList } from './network-list.js'
import type { Role } from '../roles.js'
import { anyText } from '../rules.js'

/** The public TLS listener of AI line 1.4 (contract: earlier-ai-lines.14). Where it listens is one of the ports. */
export interface TlsConfig {
  /** Absolute path of a PEM file: the certificate, then those between it and the root (`TLS_CERT_FILE`). */
  readonly certFile: string
  /** Absolute path of a PEM file: the certificate's private key, without a passphrase (`TLS_KEY_FILE`). */
  readonly keyFile: string
  /** Absolute path of the folder of challenge files; absent: there are none (`ACME_CHALLENGE_DIR`). */
  readonly challengeDir: string | undefined
  /**
   * Who may ask for replies and their documents: addresses (`ALLOWED_IPS`) and networks (`ALLOWED_NETWORKS`); this machine
   * when neither is set.
   */
  readonly allowed: readonly string[]
  /** Words in lower case; a user agent that contains one is refused (`BLOCKED_AGENTS`). */
  readonly blockedAgents: readonly string[]
}

const loopback = ['127.0.0.0/8', '::1']
const bots = ['bot', 'crawler', 'spider', 'scraper', 'facebook', 'telegram', 'whatsapp']

/** Undefined unless `AI_TLS_PORT` is set and this process has the gateway; then both files must be named. */
export function readTls(fields: Fields, roles: readonly Role[]): TlsConfig | undefined {
  const certFile = fields.readOptional('TLS_CERT_FILE', anyText)
  const keyFile = fields.readOptional('TLS_KEY_FILE', anyText)
  const challengeDir = fields.readOptional('ACME_CHALLENGE_DIR', anyText)
  const addresses = fields.readOptional('ALLOWED_IPS', addressList)
  const networks = fields.readOptional('ALLOWED_NETWORKS', networkList)
  const blockedAgents = fields.read('BLOCKED_AGENTS', words, bots)
  // a worker of its own has the port set to know of the line, and no certificate
  if (!fields.isSet('AI_TLS_PORT') || !roles.includes('gateway')) return undefined
  if (certFile === undefined) fields.refuse('TLS_CERT_FILE', 'must name a PEM file, since AI_TLS_PORT is set')
  if (keyFile === undefined) fields.refuse('TLS_KEY_FILE', 'must name a PEM file, since AI_TLS_PORT is set')
  if (certFile === undefined || keyFile === undefined) return undefined
  return {
    certFile: resolve(certFile),
    keyFile: resolve(keyFile),
    challengeDir: challengeDir === undefined ? undefined : resolve(challengeDir),
    allowed: addresses || networks ? [...(addresses ?? []), ...(networks ?? [])] : loopback,
    blockedAgents,
  }
}

const words: Rule<readonly string[]> = (text) => {
  const list = text.split(',').map((part) => part.trim().toLowerCase())
  // an empty word is in every user agent
  return list.includes('') ? new Complaint('must be words separated by commas, none of them empty') : list
}
