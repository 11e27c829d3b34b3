import type { Role } from './user.js'

/** The sender of a request. `service` is a listener for callers without an account (the chat-log service), in process only. */
export type Caller =
  /** `isAskedToSignIn`: over REST an owned room says that a token is missing (contract: rooms.12); elsewhere it looks like none. */
  | { readonly kind: 'anonymous'; readonly isAskedToSignIn?: boolean }
  | { readonly kind: 'user'; readonly id: number; readonly role: Role }
  | { readonly kind: 'service' }

export type UserCaller = Extract<Caller, { kind: 'user' }>
