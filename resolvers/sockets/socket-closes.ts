import { CloseCode } from 'graphql-ws'
import type { Ending } from '../../src/sessions/credential.js'

/** A code and a reason, as a client meets them (docs/sessions.md). */
export interface SocketClose {
  readonly code: number
  readonly reason: string
}

/** The close codes of sockets whose credential has ended. */
export const closesOfEndings: Readonly<Record<Ending, SocketClose>> = {
  expired: { code: CloseCode.Unauthorized, reason: 'Token expired' },
  'signed out': { code: CloseCode.Unauthorized, reason: 'Signed out' },
  deleted: { code: CloseCode.Unauthorized, reason: 'Account deleted' },
  banned: { code: CloseCode.Forbidden, reason: 'Account banned' },
  // the token is still valid: a client that reconnects has the remaining rights
  demoted: { code: CloseCode.Forbidden, reason: 'Role changed, reconnect' },
}

export const socketCloses = {
  /** The server stops. */
  goingAway: { code: 1001, reason: 'Going away, reconnect' },
  /** Every frame of an operation repeats its id. */
  longId: { code: CloseCode.BadRequest, reason: 'Operation id too long' },
  /** One more than an account may have. */
  tooMany: { code: 4429, reason: 'Too many sockets of this account' },
  /** The store is unavailable, so the caller cannot be identified. */
  tryAgain: { code: 1013, reason: 'Try again later' },
} as const satisfies Readonly<Record<string, SocketClose>>
