import { isAtConsolePath } from '../../ui/navigation/console-path.js'
import { awaitedRoute } from '../../ui/sign-in/social-request.js'
import { isSocialReturn } from '../../ui/sign-in/social-return.js'

const prefix = '/console'

/** What the chat page, or this page in its absence, finds as the route after a sign-in by a provider that began at `/console`. */
export const routeFromProvider = (path: string): string => prefix + path

/** Whether this page is the console of the public address. Without the chat page a provider sends people to the address of that page. */
export const isPublicConsole: boolean =
  isAtConsolePath() || (isSocialReturn() && awaitedRoute()?.startsWith(prefix) === true)

/** The route of this page in a route of `routeFromProvider`. */
export const ownRoute = (path: string): string => (path.startsWith(prefix) ? path.slice(prefix.length) || '/' : path)
