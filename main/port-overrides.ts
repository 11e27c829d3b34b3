import type { ChatLogStore } from '@parley/chat-log-store'
import type { Database } from '@parley/statements'
import type { EventBus } from '../src/ports/event-bus/event-bus.js'
import type { FileStore } from '../src/ports/file-store/file-store.js'
import type { Mailer } from '../src/ports/mailer/mailer.js'
import type { ReplyGenerator } from '../src/ports/reply-generator/reply-generator.js'

/** Wraps the stores and ports of the product, so that tests can make them fail. Add a line for each new port. */
export interface PortOverrides {
  readonly database?: (database: Database) => Database
  readonly chatLogs?: (store: ChatLogStore) => ChatLogStore
  readonly bus?: (bus: EventBus) => EventBus
  readonly fileStore?: (store: FileStore) => FileStore
  readonly mailer?: (mailer: Mailer) => Mailer
  readonly generator?: (generator: ReplyGenerator) => ReplyGenerator
}
