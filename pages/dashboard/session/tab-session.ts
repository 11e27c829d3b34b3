import { localStorageSession } from '@parley/client'
import type { SessionStorage } from '@parley/client'

const nothing = () => undefined

/** A session of this tab alone: a reload keeps it, and the end of the tab ends it. */
export const tabSession = (): SessionStorage =>
  localStorageSession('parley-console-session', {
    localStorage: sessionStorage,
    addEventListener: nothing,
    removeEventListener: nothing,
  })
