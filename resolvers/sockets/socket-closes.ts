import { CloseCode } from 'graphql-ws'
import type { Ending } from '../../src/sessions/credential.js'

/** A code and a reason, as clients receive them (docs/sessions.md). */
export interface SocketClose {
  readonly code: number
  readonly reason: string
}

/** The close code for each way in which a credential ends. */
export const closesOfEndings: Readonly<Record<Ending, SocketClose>> = {
  expired: { code: CloseCode.Unauthorized, reason: 'Token expired' },
  'signed out': { code: CloseCode.Unauthorized, reason: 'Signed out' },
  deleted: { code: CloseCode.Unauthorized, reason: 'Account deleted' },
  banned: { code: CloseCode.Forbidden, reason: 'Account banned' },
  // the token is still valid: a client that reconnects gets the rights of its new role
  demoted: { code: CloseCode.Forbidden, reason: 'Role changed, reconnect' },
}

export const socketCloses = {
  /** The server is stopping; another one, or the next start, serves the client. */
  restart: { code: 1012, reason: 'Service restart, reconnect' },
  /** Every frame of an operation repeats its id. */
  longId: { code: CloseCode.BadRequest, reason: 'Operation id too long' },
  /** A message has more levels of lists and objects than any operation. */
  tooDeep: { code: CloseCode.BadRequest, reason: 'Message nested too deep' },
  /** `connection_init` has a credential that is not a token. */
  unreadableToken: { code: CloseCode.Unauthorized, reason: 'Unreadable token' },
  /** The account has the maximum of sockets. */
  tooMany: { code: 4429, reason: 'Too many sockets of this account' },
  /** The store is unavailable, so the caller cannot be identified; or there is no memory for a message. */
  tryAgain: { code: 1013, reason: 'Try again later' },
} as const satisfies Readonly<Record<string, SocketClose>>
