import type { LogDocument, LogEntryRow } from '../../database/tables/chat-logs.js'
import { entryWith, shownOf } from './alternatives.js'
import type { LogEntry } from './chat-log-store.js'

export function entryOf({ roomId, index, document }: Omit<LogEntryRow, 'id'>): LogEntry {
  const { shown = { number: 1, origin: null, createdAt: document.createdAt }, others = [], ...written } = document
  return entryWith({ roomId, index, ...written }, shown, others)
}

export function documentOf(entry: LogEntry): LogDocument {
  const { inputData, outputData, imgUrl, version, createdAt, alternatives } = entry
  const { number, origin, createdAt: shownSince } = shownOf(entry)
  const others = alternatives.filter((one) => one.number !== number)
  return {
    inputData,
    outputData,
    imgUrl,
    version,
    createdAt,
    shown: { number, origin, createdAt: shownSince },
    ...(others.length === 0 ? {} : { others }),
  }
}
