import type { IncomingMessage } from 'node:http'
import { forwardedProtocol } from '../addresses/client-address.js'

const maxAgeSeconds = 31_536_000

export interface StrictTransportOptions {
  /** Whether clients reach the listener over HTTPS when no trusted proxy names the protocol. */
  readonly isHttps: boolean
  readonly includeSubDomains: boolean
}

/** The `Strict-Transport-Security` of an answer; undefined over plain HTTP, where RFC 6797 forbids the field. */
export type StrictTransport = (request: IncomingMessage) => string | undefined

export function strictTransport({ isHttps, includeSubDomains }: StrictTransportOptions): StrictTransport {
  const value = strictTransportValue(includeSubDomains)
  return (request) => {
    const protocol = forwardedProtocol(request)
    return (protocol === undefined ? isHttps : protocol === 'https') ? value : undefined
  }
}

export function strictTransportValue(includeSubDomains: boolean): string {
  return `max-age=${String(maxAgeSeconds)}${includeSubDomains ? '; includeSubDomains' : ''}`
}
