import { onReturn, type Page } from './page-events.js'
import { ParleyError } from './parley-error.js'

export interface RetrySettings {
  /** How often a request is sent at most. A subscription is repeated without a limit. */
  readonly attempts: number
  /** The first wait, in milliseconds. Each one is up to twice as long as the one before. */
  readonly firstMs: number
  readonly maxMs: number
}

/** Half of the wait is random, so that clients that lost a server do not return at the same moment. */
export function waitMs({ firstMs, maxMs }: RetrySettings, failures: number, { retryAfterMs = 0 }: ParleyError): number {
  const longest = Math.min(maxMs, firstMs * 2 ** (failures - 1))
  return Math.max(retryAfterMs, longest * (0.5 + Math.random() / 2))
}

/** Resolves after the time, when the network or the person returns, or by its waker. Rejects when the signal ends it. */
export function pause(
  ms: number,
  signal: AbortSignal | undefined,
  { page, wakers }: { readonly page: Page; readonly wakers?: Set<() => void> | undefined },
): Promise<void> {
  return abortable(
    signal,
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        release()
        wakers?.delete(end)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      const release = onReturn(page, end)
      wakers?.add(end)
      signal?.addEventListener('abort', end)
    }),
  )
}

/** The promise, or ABORTED as soon as the signal is aborted. */
export function abortable<Value>(signal: AbortSignal | undefined, promise: Promise<Value>): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(new ParleyError('ABORTED'))
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Runs a task whose signal is aborted after the time. Node.js 20 can lose an `AbortSignal.timeout` that it still needs. */
export async function within<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  task: (limit: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), ms)
  try {
    return await task(signal ? AbortSignal.any([signal, over.signal]) : over.signal)
  } finally {
    clearTimeout(timer)
  }
}
