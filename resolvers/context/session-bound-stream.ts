import { AppError, closable, endUnread, unlessAborted } from '@parley/runtime'
import type { Ending } from '../../src/sessions/credential.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import { closesOfEndings } from '../sockets/socket-closes.js'
import type { RequestContext } from './request-context.js'

/** The session watch, and the form in which failures are thrown. */
interface Holding {
  readonly sessionWatch: Pick<SessionWatch, 'watch'>
  readonly mask: (error: unknown) => Error
}

/**
 * Passes events on until the credential of the reader ends; then the waiting `next()`, or the next one, throws. For
 * streams over HTTP, where a connection cannot be closed with a code.
 */
export function sessionBoundStream<T>(
  events: AsyncIterableIterator<T>,
  { credential }: Pick<RequestContext, 'credential'>,
  { sessionWatch, mask }: Holding,
): AsyncIterableIterator<T> {
  if (!credential) return events
  const ended = new AbortController()
  const letGo = sessionWatch.watch(credential, (ending) => {
    ended.abort(mask(failureOf(ending)))
    endUnread(events)
  })
  return closable(
    async () => {
      ended.signal.throwIfAborted()
      try {
        const item = await unlessAborted(ended.signal, events.next())
        if (item.done) letGo()
        return item
      } catch (error) {
        letGo()
        throw error
      }
    },
    () => {
      letGo()
      return events.return?.()
    },
  )
}

function failureOf(ending: Ending): AppError {
  if (ending === 'demoted') return new AppError('FORBIDDEN')
  return new AppError('UNAUTHENTICATED', { message: closesOfEndings[ending].reason })
}
