// loads the driver: import it on first use
export { MongoChatLogStore } from './mongo-chat-log-store.js'
export { MongoConnection, type MongoEvents } from './mongo-connection.js'
export type { RoomDocument } from './mongo-documents.js'
export { entryText, type ImportedEntry, type ImportedRoom, MongoImport, roomText } from './mongo-import.js'
