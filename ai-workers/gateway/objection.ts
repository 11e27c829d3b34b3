import type { IncomingMessage } from 'node:http'
import { connectionWords } from './headers.js'

/** What keeps a request from being passed on as plain HTTP/1.1. */
export function objectionTo({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { upgrade, 'transfer-encoding': coding } = headers
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'The only transfer coding is chunked'
  if (upgrade === undefined || !connectionWords(headers).includes('upgrade')) return undefined
  // an offer that some clients make with every request (Java's among them); RFC 9110 lets us ignore it
  return upgrade.toLowerCase() === 'h2c' ? undefined : 'Protocol upgrades are not forwarded'
}
