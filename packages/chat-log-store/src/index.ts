// the port
export { additionsLength, maxAlternatives } from './alternatives.js'
export {
  alternativesOf,
  type Attachment,
  type ChatLogStore,
  type FinishReason,
  finishReasons,
  type FoundEntries,
  type ListedLogRoom,
  type LogCut,
  type LogAlternative,
  type LogEntries,
  type LogEntry,
  type LogPage,
  type LogRoomHolder,
  type LogRoomKey,
  type LogRoomKind,
  logRoomKinds,
  type LogSource,
  type MessageSender,
  type NewLogEntry,
  type SourceKind,
  sourceKinds,
} from './chat-log-store.js'

// the terms of texts, by which a search finds entries
export {
  indexKey,
  keysOfEntry,
  runKey,
  type TextPart,
  termsOf,
  termsOfBeginning,
  termsOfTexts,
  textParts,
} from './search-terms.js'

// what stores have in MongoDB, without its driver
export { collectionNames, databaseOf } from './mongo-names.js'
