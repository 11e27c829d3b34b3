import { column, Table } from '@parley/statements'
import { shownAtFirst } from '../alternatives.js'
import type { LogAlternative, LogEntry, LogRoomHolder, LogRoomKind, ShownReply } from '../chat-log-store.js'

/** A room of the embedded chat-log store. `lastIndex` is the highest index ever used. */
export interface LogRoomRow {
  readonly id: string
  readonly kind: LogRoomKind
  readonly userId: string
  lastIndex: number
  /** The source of a repeatable creation (an idempotency key). A source never creates a second room. */
  readonly source: string | null
  readonly createdAt: number
  holder: LogRoomHolder
}

/** One document per entry, never an array per room. */
export interface LogEntryRow {
  readonly id: number
  readonly roomId: string
  readonly index: number
  /** The writer (a generation, an idempotency key). A source never writes a second entry. */
  readonly source: string | null
  document: LogDocument
}

export interface LogDocument {
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  readonly version: number
  readonly createdAt: number
  /** The shown reply; absent in documents from before alternatives existed. */
  readonly shown?: ShownReply
  /** The other alternatives; absent if there are none. */
  readonly others?: readonly LogAlternative[]
}

export const LogRoomTable = new Table<LogRoomRow>({
  name: 'log_rooms',
  columns: {
    id: column.text(36, { primary: true }),
    kind: column.text(10),
    userId: column.text(100),
    lastIndex: column.count({ default: 0 }),
    source: column.text(400, { nullable: true }),
    createdAt: column.instant(),
    holder: column.text(10, { default: 'service' }),
  },
  unique: [['kind', 'userId', 'source']],
  indices: [{ columns: ['kind', 'userId'] }],
})

export const LogEntryTable = new Table<LogEntryRow>({
  name: 'log_entries',
  columns: {
    id: column.id(),
    roomId: column.text(36),
    index: column.count({ name: 'entry_index' }),
    source: column.text(400, { nullable: true }),
    document: column.json(),
  },
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
