import type { Fields } from '../fields.js'
import { readLimitValues, wholeLimit } from './limit-values.js'

/** Open sockets and connections, in one process. */
export interface SocketLimitsConfig {
  /** Sockets of one account, on all its devices. */
  readonly perUser: number
  /** Sockets of one IP address, of clients that are not signed in or have not said so yet. */
  readonly perAddress: number
  /** Sockets of all clients. */
  readonly perProcess: number
  /** TCP connections of one IP address at one listener, those of its sockets included. */
  readonly connectionsPerAddress: number
}

const limit = wholeLimit(1_000_000)

/** Reads `SOCKET_LIMITS`. */
export function readSocketLimits(fields: Fields): SocketLimitsConfig {
  return readLimitValues<SocketLimitsConfig>(fields, {
    name: 'SOCKET_LIMITS',
    example: '{"perUser":100}',
    defaults: { perUser: 50, perAddress: 500, perProcess: 10_000, connectionsPerAddress: 1_000 },
    readers: { perUser: limit, perAddress: limit, perProcess: limit, connectionsPerAddress: limit },
  })
}
