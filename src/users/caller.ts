import type { Role } from './user.js'

/** Who asks. `service` is a listener for callers without an account (the chat-log service), in process only. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly id: number; readonly role: Role }
  | { readonly kind: 'service' }

export type UserCaller = Extract<Caller, { kind: 'user' }>
