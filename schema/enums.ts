import { registerEnumType } from 'type-graphql'
import type { LogRoomKind as LogKind } from '@parley/chat-log-store'
import type { JobPriority, QueueReason as Reason } from '@parley/queue'
import type { DataExportStatus as ExportStatus } from '../src/data-exports/data-export.js'
import type { Kind } from '../src/kinds.js'
import type { GenerationStatus as Status } from '../src/replies/generation.js'
import type { MembershipType, Role as AccountRole } from '../src/users/user.js'

/** Each value under its own name. */
type Same<Value extends string> = { readonly [Name in Value]: Name }

export const Visibility = { PUBLIC: 'PUBLIC', PRIVATE: 'PRIVATE' } as const
export type Visibility = keyof typeof Visibility
registerEnumType(Visibility, {
  name: 'Visibility',
  description: 'Who can see a character.',
  valuesConfig: {
    PUBLIC: { description: 'Visible to every caller, and listed.' },
    PRIVATE: { description: 'Visible to its owner and to administrators.' },
  },
})

export const Membership = { BASIC: 'BASIC', VIP: 'VIP' } as const satisfies Same<MembershipType>
export type Membership = keyof typeof Membership
registerEnumType(Membership, { name: 'Membership', description: 'The membership level of an account.' })

export const SocialProviderId = { SOCIAL_A: 'social-a', SOCIAL_B: 'social-b', SOCIAL_C: 'social-c' } as const
export type SocialProviderId = (typeof SocialProviderId)[keyof typeof SocialProviderId]
registerEnumType(SocialProviderId, {
  name: 'SocialProviderId',
  description: 'The three configurable sign-in providers. The operator sets which service each one is.',
})

export const VerificationType = { REGISTER: 'register', PASSWORD_RESET: 'password_reset' } as const
export type VerificationType = (typeof VerificationType)[keyof typeof VerificationType]
registerEnumType(VerificationType, {
  name: 'VerificationType',
  description: 'The purpose of a verification code.',
  valuesConfig: {
    REGISTER: {
      description:
        'Proves that the caller has the mailbox of an e-mail address, before or after an account is registered with it.',
    },
    PASSWORD_RESET: { description: 'Allows a new password for the account with this address.' },
  },
})

export const DataExportStatus = {
  RUNNING: 'RUNNING',
  READY: 'READY',
  FAILED: 'FAILED',
} as const satisfies Same<ExportStatus>
export type DataExportStatus = keyof typeof DataExportStatus
registerEnumType(DataExportStatus, {
  name: 'DataExportStatus',
  description: 'The state of an export.',
  valuesConfig: {
    RUNNING: { description: 'It waits or is written, also after a crash.' },
    READY: { description: 'It can be downloaded.' },
    FAILED: { description: 'It could not be written; begin another one.' },
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
} as const satisfies Same<Status>
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
  PAUSED: 'PAUSED',
} as const satisfies Same<Reason>
export type QueueReason = keyof typeof QueueReason
registerEnumType(QueueReason, {
  name: 'QueueReason',
  description: 'Why a generation waits in the queue.',
  valuesConfig: {
    BUSY: {
      description:
        'The worker generates as many replies as it can at a time, and the jobs before this one arrived earlier.',
    },
    FAIR_SHARE: {
      description: 'Later jobs of other callers go first, because callers take turns.',
    },
    PRIORITY: {
      description:
        'Later jobs of callers with high priority go first: such a caller gets four turns for each turn of another caller.',
    },
    WORKER_AWAY: {
      description:
        'The worker cannot be reached or is loading its model. The job is submitted again; it fails with UNAVAILABLE after about a minute, or at its deadline.',
    },
    PAUSED: {
      description: 'An operator has paused the queue. The job keeps its deadline.',
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

export const RoomOrder = { NEWEST: 'NEWEST', LAST_CHANGED: 'LAST_CHANGED' } as const
export type RoomOrder = keyof typeof RoomOrder
registerEnumType(RoomOrder, {
  name: 'RoomOrder',
  description: 'The order of a list of rooms.',
  valuesConfig: {
    NEWEST: { description: 'The room that was created last comes first.' },
    LAST_CHANGED: {
      description:
        'By `updatedAt`, descending. A room whose log changes moves to the beginning: a client that reads pages in the meantime finds it there.',
    },
  },
})

/** The description of every argument that may name the kind of a room. */
export const roomKindDescription = 'If given, a room of another kind is NOT_FOUND.'

export const LogRoomKind = { CHATBOT: 'chatbot', OFFICE: 'office' } as const satisfies Record<
  Uppercase<LogKind>,
  LogKind
>
export type LogRoomKind = LogKind
registerEnumType(LogRoomKind, {
  name: 'LogRoomKind',
  description: 'The kind of a log room.',
  valuesConfig: {
    CHATBOT: { description: 'A conversation with a character: `chat`, `chatbot` and `character` in REST paths.' },
    OFFICE: { description: 'A conversation with the office assistant.' },
  },
})

export const Role = { USER: 'USER', ADMIN: 'ADMIN' } as const satisfies Same<AccountRole>
export type Role = keyof typeof Role
registerEnumType(Role, { name: 'Role', description: 'The role of an account.' })

export const ReplyPriority = { HIGH: 'high', NORMAL: 'normal' } as const satisfies Record<
  Uppercase<JobPriority>,
  JobPriority
>
registerEnumType(ReplyPriority, {
  name: 'ReplyPriority',
  description: 'The priority of an account in the queue of a worker.',
  valuesConfig: {
    HIGH: { description: 'Four turns for each turn of a NORMAL account.' },
    NORMAL: { description: 'One turn for every four of a HIGH account.' },
  },
})
