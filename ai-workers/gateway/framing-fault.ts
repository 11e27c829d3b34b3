import type { IncomingMessage } from 'node:http'
import { connectionWords } from './headers.js'

/** The reason why a request cannot be forwarded as plain HTTP/1.1. */
export function framingFault({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { upgrade } = headers
  if (upgrade === undefined || !connectionWords(headers).includes('upgrade')) return undefined
  // some clients, such as Java's, offer h2c with every request; RFC 9110 allows us to ignore it
  return upgrade.toLowerCase() === 'h2c' ? undefined : 'Protocol upgrades are not forwarded'
}
