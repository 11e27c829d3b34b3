export { createParley } from './parley.js'
export type { Parley, ParleyOptions } from './parley.js'
export { newKey as newIdempotencyKey } from './idempotency-key.js'
export { ParleyError } from './parley-error.js'
export type { ErrorCode, ErrorDetails } from './parley-error.js'
export { localStorageSession, memorySession } from './session/session-storage.js'
export type { SessionStorage, StoredSession } from './session/session-storage.js'
export type { SessionEnd, SessionState } from './session/session.js'
export type { CallOptions, ConnectionState, FollowOptions } from './client.js'
export type { Operation } from './operation.js'
export type { Readable } from './store.js'
export type { ContinueOptions, RegenerateOptions, Room, RoomState, SendOptions, VersionOptions } from './rooms/room.js'
export type { ReplyEvent, Sent } from './rooms/sent.js'
export type { StartOptions } from './rooms/rooms.js'
export type { RoomFilter, RoomList, RoomListState } from './rooms/room-list.js'
export type { FilePageOptions, UploadOptions } from './files.js'
export type { ImportedCard } from './characters/characters.js'
export type { CharacterFilter, CharacterList, CharacterListState } from './characters/character-list.js'
export type {
  AccountFragment as Account,
  CharacterFragment as Character,
  EntryFragment as Entry,
  FileFragment as FileData,
  GenerationFragment as Generation,
  RoomFragment as RoomData,
} from './operations.generated.js'
