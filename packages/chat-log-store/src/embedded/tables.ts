import { column, type RowOf, Table } from '@parley/statements'
import { shownAtFirst } from '../alternatives.js'
import type {
  Attachment,
  LogAlternative,
  LogEntry,
  LogRoomHolder,
  LogRoomKind,
  MessageSender,
  ShownReply,
} from '../chat-log-store.js'

export interface LogDocument {
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  readonly sender?: MessageSender
  readonly attachments?: readonly Attachment[]
  readonly version: number
  readonly createdAt: number
  /** The shown reply; absent in documents from before alternatives existed. */
  readonly shown?: ShownReply
  /** The other alternatives; absent if there are none. */
  readonly others?: readonly LogAlternative[]
}

/** A room of the embedded chat-log store. */
const logRoomColumns = {
  id: column.text(36, { primary: true }),
  kind: column.text<LogRoomKind>(10),
  userId: column.text(100),
  /** The highest index ever used. */
  lastIndex: column.count({ default: 0 }),
  /** The source of a repeatable creation (an idempotency key). A source never creates a second room. */
  source: column.text(400, { nullable: true }),
  createdAt: column.instant(),
  holder: column.text<LogRoomHolder>(10, { default: 'service' }),
}
export type LogRoomRow = RowOf<typeof logRoomColumns>

/** One document per entry, never an array per room. */
const logEntryColumns = {
  id: column.id(),
  roomId: column.text(36),
  index: column.count({ name: 'entry_index' }),
  /** The writer (a generation, an idempotency key). A source never writes a second entry. */
  source: column.text(400, { nullable: true }),
  document: column.json<LogDocument>(),
}
export type LogEntryRow = RowOf<typeof logEntryColumns>

export const LogRoomTable = new Table({
  name: 'log_rooms',
  columns: logRoomColumns,
  unique: [['kind', 'userId', 'source']],
  indices: [{ columns: ['kind', 'userId'] }],
})

export const LogEntryTable = new Table({
  name: 'log_entries',
  columns: logEntryColumns,
  unique: [
    ['roomId', 'index'],
    ['roomId', 'source'],
  ],
  references: [{ column: 'roomId', table: 'log_rooms' }],
})

export function entryOf({ index, document }: Pick<LogEntryRow, 'index' | 'document'>, roomId: string): LogEntry {
  const { shown = shownAtFirst(document), others = [] } = document
  return { roomId, index, ...document, shown, others }
}

export function documentOf({ roomId: _roomId, index: _index, others, ...document }: LogEntry): LogDocument {
  return others.length === 0 ? document : { ...document, others }
}
