import type { Role } from './user.js'

/** Who asks. `service` is the chat-log service itself, in process only: it acts for one (user id text, room kind). */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly id: number; readonly role: Role }
  | { readonly kind: 'service'; readonly userId: string; readonly roomKind: 'chatbot' | 'office' }

export type UserCaller = Extract<Caller, { kind: 'user' }>
