import type { Role } from './user.js'

/**
 * The sender of a request. `service` is a listener for callers without an account (the chat-log service), only in
 * process.
 */
export type Caller =
  /**
   * `isAskedToSignIn`: over REST an owned room answers that a token is missing (contract: rooms.12); elsewhere it looks
   * unknown.
   */
  | { readonly kind: 'anonymous'; readonly isAskedToSignIn?: boolean }
  | { readonly kind: 'user'; readonly id: number; readonly role: Role }
  | { readonly kind: 'service' }

export type UserCaller = Extract<Caller, { kind: 'user' }>
