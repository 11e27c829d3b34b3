import { localStorageSession, memorySession, type SessionStorage } from '@parley/client'
import { isStorageBlocked, storageKey } from './browser-storage.js'

/** The session of the chat page, which its tabs and the console at the same address share. */
export const sharedSession = (): SessionStorage =>
  isStorageBlocked() ? memorySession() : localStorageSession(storageKey('parley-session'))
