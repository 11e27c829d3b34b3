import { registerEnumType } from 'type-graphql'
import type { Kind, LogRoomKind as LogKind } from '../src/kinds.js'

export const Visibility = { PUBLIC: 'PUBLIC', PRIVATE: 'PRIVATE' } as const
export type Visibility = keyof typeof Visibility
registerEnumType(Visibility, {
  name: 'Visibility',
  description: 'Who can see a character.',
  valuesConfig: {
    PUBLIC: { description: 'Every caller; it is listed.' },
    PRIVATE: { description: 'Its owner and admins.' },
  },
})

export const Membership = { BASIC: 'BASIC', VIP: 'VIP' } as const
export type Membership = keyof typeof Membership
registerEnumType(Membership, { name: 'Membership', description: 'The membership level of an account.' })

export const SocialProviderId = { SOCIAL_A: 'social-a', SOCIAL_B: 'social-b', SOCIAL_C: 'social-c' } as const
export type SocialProviderId = (typeof SocialProviderId)[keyof typeof SocialProviderId]
registerEnumType(SocialProviderId, {
  name: 'SocialProviderId',
  description: 'The slots for sign-in providers. The operator decides which service each one is.',
})

export const VerificationType = { REGISTER: 'register', PASSWORD_RESET: 'password_reset' } as const
export type VerificationType = (typeof VerificationType)[keyof typeof VerificationType]
registerEnumType(VerificationType, {
  name: 'VerificationType',
  description: 'What a verification code is for.',
  valuesConfig: {
    REGISTER: {
      description:
        'Proves that the caller has the mailbox of an e-mail address, before or after an account is registered with it.',
    },
    PASSWORD_RESET: { description: 'Sets a new password for the account that has the address.' },
  },
})

export const CharacterOrder = { OLDEST: 'OLDEST', NEWEST: 'NEWEST', MOST_LIKED: 'MOST_LIKED' } as const
export type CharacterOrder = keyof typeof CharacterOrder
registerEnumType(CharacterOrder, { name: 'CharacterOrder', description: 'The order of a list of characters.' })

export const GenerationStatus = {
  QUEUED: 'QUEUED',
  RUNNING: 'RUNNING',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
} as const
export type GenerationStatus = keyof typeof GenerationStatus
registerEnumType(GenerationStatus, {
  name: 'GenerationStatus',
  description: 'The state of a generation; COMPLETED, FAILED and CANCELLED are final.',
})

export const QueueReason = {
  BUSY: 'BUSY',
  FAIR_SHARE: 'FAIR_SHARE',
  PRIORITY: 'PRIORITY',
  WORKER_AWAY: 'WORKER_AWAY',
} as const
export type QueueReason = keyof typeof QueueReason
registerEnumType(QueueReason, {
  name: 'QueueReason',
  description: 'Why a generation waits.',
  valuesConfig: {
    BUSY: { description: 'The worker runs as many replies as it may, and the jobs before this one came first.' },
    FAIR_SHARE: {
      description: 'Other callers go first: every caller has one turn before a second one of any caller.',
    },
    PRIORITY: {
      description:
        'Later jobs of callers with high priority go first: such a caller gets four turns for each turn of others.',
    },
    WORKER_AWAY: {
      description:
        'Its worker cannot be reached or is loading its model; the job is submitted again until it is accepted.',
    },
  },
})

export const RoomKind = { CHARACTER: 'character', OFFICE: 'office' } as const satisfies Record<Uppercase<Kind>, Kind>
registerEnumType(RoomKind, {
  name: 'RoomKind',
  description: 'The kind of a room.',
  valuesConfig: {
    CHARACTER: { description: 'A `ChatRoom`.' },
    OFFICE: { description: 'An `OfficeRoom`.' },
  },
})

/** The description of every argument that may name the kind of a room. */
export const ofKind = 'When given, a room of another kind is NOT_FOUND.'

export const LogRoomKind = { CHATBOT: 'chatbot', OFFICE: 'office' } as const satisfies Record<
  Uppercase<LogKind>,
  LogKind
>
export type LogRoomKind = LogKind
registerEnumType(LogRoomKind, {
  name: 'LogRoomKind',
  description: 'What a log room is for.',
  valuesConfig: {
    CHATBOT: { description: 'Talk with a character: `chat`, `chatbot` and `character` of the documented paths.' },
    OFFICE: { description: 'Talk with the office assistant.' },
  },
})

export const Role = { USER: 'USER', ADMIN: 'ADMIN' } as const
export type Role = keyof typeof Role
registerEnumType(Role, { name: 'Role', description: 'What an account may do beyond its own things.' })
