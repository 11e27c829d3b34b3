export { EmbeddedChatLogStore } from './embedded-chat-log-store.js'
export type { LogRecords } from './log-records.js'

// for the schema of the application, and for programs that write or move many entries at once
export { indexWritten } from './embedded-log-search.js'
export { createKeyIndex, dropKeyIndex } from './search-index.js'
export { entryOf, type LogDocument, LogEntryTable, LogRoomTable } from './tables.js'
