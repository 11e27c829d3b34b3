import type { KeyObject } from 'node:crypto'
import type { ChatLogStore } from '@parley/chat-log-store'
import type { Logger } from '@parley/runtime'
import type { Database } from '@parley/statements'
import type { EventBus } from '../src/ports/event-bus/event-bus.js'
import type { FileStore } from '../src/ports/file-store/file-store.js'
import type { Mailer } from '../src/ports/mailer/mailer.js'
import type { ReplyGenerator } from '../src/ports/reply-generator/reply-generator.js'
import type { ReadServiceStatus, SetQueuePaused } from '../src/ports/reply-generator/service-status.js'
import type { Kind } from '../src/kinds.js'

/** The adapters of the product, chosen before the use cases are built. */
export interface Foundations {
  readonly database: Database
  readonly chatLogs: ChatLogStore
  readonly fileStore: FileStore
  readonly bus: EventBus
  readonly mailer: Mailer
  readonly generators: Readonly<Record<Kind, ReplyGenerator>>
  /** Whether the worker of a kind is available with its model `Local` loaded. */
  readonly isModelReady: (kind: Kind) => Promise<boolean>
  readonly readServiceStatus: ReadServiceStatus
  readonly setQueuePaused: SetQueuePaused
  /** The tokens of texts for a character's model `Local`; undefined where no loaded model counts them. */
  readonly countTokens: (texts: readonly string[]) => Promise<readonly number[] | undefined>
  readonly jwtKey: KeyObject
  /** That of the store, in epoch milliseconds, which all instances share. */
  readonly clock: () => number
  /** Of the times of files: that of this machine, except in tests. */
  readonly fileClock: () => number
  /** Why this process must accept no replies now; undefined when it may. */
  readonly clockFault: () => string | undefined
  readonly log: Logger
}
