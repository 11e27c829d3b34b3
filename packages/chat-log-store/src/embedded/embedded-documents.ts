import type { LogDocument, LogEntryRow } from './tables.js'
import { shownAtFirst } from '../alternatives.js'
import type { LogEntry } from '../chat-log-store.js'

export function entryOf({ index, document }: Pick<LogEntryRow, 'index' | 'document'>, roomId: string): LogEntry {
  const { shown = shownAtFirst(document), others = [] } = document
  return { roomId, index, ...document, shown, others }
}

export function documentOf({ roomId: _roomId, index: _index, others, ...document }: LogEntry): LogDocument {
  return others.length === 0 ? document : { ...document, others }
}
