import { stat } from 'node:fs/promises'
import { type Logger, repeat } from '@parley/runtime'
import { CertificateFault, readCertificate, type Certificate, type CertificateFiles } from './certificate.js'

/** Between two checks, in milliseconds. File-system events are lost when links are swapped, as renewals do. */
const intervalMs = 1_000

interface CertificateWatch extends CertificateFiles {
  readonly certificate: Certificate
  readonly log: Logger
  readonly renewed: (certificate: Certificate) => void
}

/**
 * Calls back with every certificate that replaces the one in use. While the two files do not match, as between two
 * writes, only a line is logged.
 * @returns a function that stops the watch.
 */
export function watchCertificate({ certificate, log, renewed, ...files }: CertificateWatch): () => Promise<void> {
  let inUse = certificate
  let known = ''
  const look = async () => {
    const now = await fingerprint(files)
    if (now === known) return
    known = now
    try {
      const found = readCertificate(files)
      if (found.cert === inUse.cert && found.key === inUse.key) return
      renewed(found)
      inUse = found
      log.info({ validUntil: new Date(found.validUntil).toISOString() }, 'certificate.renewed')
    } catch (error) {
      // when the new certificate is invalid, the old one stays in use
      log.warn({ fault: error instanceof CertificateFault ? error.message : String(error) }, 'certificate.kept')
    }
  }
  return repeat(look, { everyMs: intervalMs })
}

/** Follows links, so that a changed link counts as a change. */
async function fingerprint({ certFile, keyFile }: CertificateFiles): Promise<string> {
  const marks = [certFile, keyFile].map(async (path) => {
    try {
      const { dev, ino, mtimeMs, size } = await stat(path)
      return [dev, ino, mtimeMs, size].join(':')
    } catch {
      return 'away'
    }
  })
  return (await Promise.all(marks)).join()
}
