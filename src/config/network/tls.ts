import { resolve } from 'node:path'
import type { GivenSettings } from '../given-settings.js'

const loopback = ['127.0.0.0/8', '::1']

/**
 * The public TLS listener of AI line 1.4 (contract: earlier-ai-lines.14), with absolute paths. Undefined unless
 * `AI_TLS_PORT` is set and this process runs the gateway; then both files are required.
 */
export function tlsOf(given: GivenSettings) {
  const { values } = given
  // a separate worker process has the port, which enables the line, but no certificate
  if (!given.isSet('AI_TLS_PORT') || !values.ROLES.includes('gateway')) return undefined
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, ACME_CHALLENGE_DIR: challengeDir } = values
  given.require('TLS_CERT_FILE', 'must name a PEM file, since AI_TLS_PORT is set')
  given.require('TLS_KEY_FILE', 'must name a PEM file, since AI_TLS_PORT is set')
  if (certFile === undefined || keyFile === undefined) return undefined
  const { ALLOWED_IPS: addresses, ALLOWED_NETWORKS: networks } = values
  return {
    certFile: resolve(certFile),
    keyFile: resolve(keyFile),
    challengeDir: challengeDir === undefined ? undefined : resolve(challengeDir),
    /** Addresses and networks that may request replies and their documents; by default only this machine. */
    allowed: addresses || networks ? [...(addresses ?? []), ...(networks ?? [])] : loopback,
    blockedAgents: values.BLOCKED_AGENTS,
  }
}
