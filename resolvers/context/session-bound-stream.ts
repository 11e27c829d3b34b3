import { unlessAborted } from '../../src/bounded-wait.js'
import { AppError } from '../../src/errors.js'
import { closable } from '../../src/iterators.js'
import type { Ending } from '../../src/sessions/credential.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import type { RequestContext } from './request-context.js'

/** Where a stream is watched, and how its failures are reported. */
interface Holding {
  readonly sessionWatch: Pick<SessionWatch, 'watch'>
  readonly mask: (error: unknown) => Error
}

/**
 * The same events until the credential of the reader ends; then the waiting `next()`, or the one after, throws. For
 * streams over HTTP, where no socket can be closed with a code.
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
    // the end of its source has no reader any more
    void events.return?.().catch(() => undefined)
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
  return new AppError('UNAUTHENTICATED')
}
