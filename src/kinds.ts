import type { LogRoomKind } from '@parley/chat-log-store'

/** The kinds of rooms. Each has a worker that replies in its rooms, a role that runs the worker, and log rooms. */
export const kinds = ['office', 'character'] as const

export type Kind = (typeof kinds)[number]

interface KindRow {
  /** The GraphQL type of a room. */
  readonly roomType: string
  /** The default `roomType` of a new room; null if rooms of this kind have none. */
  readonly defaultRoomType: string | null
  /** The name of the kind in the chat-log service. */
  readonly logKind: LogRoomKind
  readonly hasImages: boolean
  readonly searchesWeb: boolean
  /** Whether the messages of a room can have files unless its owner decides. */
  readonly acceptsFiles: boolean
  /** The settings of the worker, and of the rooms. */
  readonly settings: Readonly<Record<'port' | 'url' | 'concurrency' | 'sampling' | 'defaultModel', string>>
}

export const kindTable = {
  office: {
    roomType: 'OfficeRoom',
    defaultRoomType: 'office',
    logKind: 'office',
    hasImages: false,
    searchesWeb: true,
    acceptsFiles: true,
    settings: {
      port: 'AI_OFFICE_PORT',
      url: 'AI_OFFICE_URL',
      concurrency: 'OFFICE_CONCURRENCY',
      sampling: 'OFFICE_SAMPLING',
      defaultModel: 'OFFICE_DEFAULT_MODEL',
    },
  },
  character: {
    roomType: 'ChatRoom',
    defaultRoomType: null,
    logKind: 'chatbot',
    hasImages: true,
    searchesWeb: false,
    acceptsFiles: false,
    settings: {
      port: 'AI_CHARACTER_PORT',
      url: 'AI_CHARACTER_URL',
      concurrency: 'CHARACTER_CONCURRENCY',
      sampling: 'CHARACTER_SAMPLING',
      defaultModel: 'CHARACTER_DEFAULT_MODEL',
    },
  },
} as const satisfies Record<Kind, KindRow>

export function perKind<T>(valueOf: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return { office: valueOf('office'), character: valueOf('character') }
}
