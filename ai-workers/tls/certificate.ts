import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { orUndefined } from '@parley/runtime'

export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** A certificate with its chain, and its private key, as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
  /** Epoch milliseconds. */
  readonly validUntil: number
}

/** The faults of the files, one sentence per file. They name paths, never contents. */
export class CertificateFault extends Error {
  constructor(readonly sentences: Readonly<Partial<Record<keyof CertificateFiles, string>>>) {
    super(Object.values(sentences).join('; '))
    this.name = 'CertificateFault'
  }
}

/** Reads a certificate that a server can use. @throws CertificateFault */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const cert = textOf(certFile)
  const key = textOf(keyFile)
  // without the PEM header it would be read as DER
  const leaf = cert?.includes('-----BEGIN ') ? orUndefined(() => new X509Certificate(cert)) : undefined
  const secret = key === undefined ? undefined : orUndefined(() => createPrivateKey(key))
  if (cert === undefined || key === undefined || !leaf || !secret) {
    throw new CertificateFault({
      ...(leaf ? {} : { certFile: cert === undefined ? unreadable(certFile) : `${certFile} holds no PEM certificate` }),
      ...(secret ? {} : { keyFile: key === undefined ? unreadable(keyFile) : keyFault(keyFile, key) }),
    })
  }
  if (!leaf.checkPrivateKey(secret))
    throw new CertificateFault({ keyFile: `the key in ${keyFile} is not the one of the certificate in ${certFile}` })
  requireUsable(certFile, { cert, key })
  return { cert, key, validUntil: Date.parse(leaf.validTo) }
}

const unreadable = (path: string) => `there is no readable file ${path}`

function keyFault(path: string, key: string): string {
  if (key.includes('ENCRYPTED')) return `${path} holds a key with a passphrase; one without is needed`
  return `${path} holds no PEM private key`
}

/** Undefined for a file that is missing or unreadable. */
const textOf = (path: string) => orUndefined(() => (statSync(path).isFile() ? readFileSync(path, 'latin1') : undefined))

/** A broken certificate later in the chain, or a key that is too short, is found only by using them. */
function requireUsable(certFile: string, pair: { readonly cert: string; readonly key: string }): void {
  try {
    createSecureContext({ ...pair, minVersion: 'TLSv1.2' })
  } catch {
    throw new CertificateFault({ certFile: `${certFile} holds certificates that TLS 1.2 cannot use` })
  }
}
