import { serverPath } from './server-url.js'

/** The console beside the chat page, with the session of the chat page. */
export const consolePath = serverPath('console')

/** Whether this page is the console of the public address, and not that of the admin port. */
export const isAtConsolePath = (): boolean => location.pathname.replace(/\/$/, '') === consolePath
