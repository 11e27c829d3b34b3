import { localStorageSession, type SessionStorage } from '@parley/client'
import { storageKey } from '../../ui/storage/browser-storage.js'

const nothing = () => undefined

/** A session of this tab alone: a reload keeps it, and the end of the tab ends it. */
export const tabSession = (): SessionStorage =>
  localStorageSession(storageKey('parley-console-session'), {
    localStorage: sessionStorage,
    addEventListener: nothing,
    removeEventListener: nothing,
  })
