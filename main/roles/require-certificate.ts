import { CertificateFault, readCertificate, type Certificate } from '../../ai-workers/tls/certificate.js'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'

const names = { certFile: 'TLS_CERT_FILE', keyFile: 'TLS_KEY_FILE' } as const

/**
 * The certificate and key of the TLS listener; undefined without a TLS listener.
 * @throws ConfigError when a file is unreadable or invalid, or the key does not match the certificate.
 */
export function requireCertificate({ tls }: Config): Certificate | undefined {
  if (!tls) return undefined
  try {
    return readCertificate(tls)
  } catch (error) {
    if (!(error instanceof CertificateFault)) throw error
    const { sentences } = error
    const faults = (['certFile', 'keyFile'] as const).flatMap((file) => {
      const sentence = sentences[file]
      return sentence === undefined ? [] : [`${names[file]}: ${sentence}`]
    })
    throw new ConfigError(faults, error)
  }
}
