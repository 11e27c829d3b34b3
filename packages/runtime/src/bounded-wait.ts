/** The result of `work`; undefined, or the result of `late`, after `ms`. The timer does not keep the process alive. */
export function within<T>(ms: number, work: Promise<T>): Promise<T | undefined>
export function within<T, Late>(ms: number, work: Promise<T>, late: () => Late): Promise<T | Late>
export async function within(ms: number, work: Promise<unknown>, late?: () => unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<unknown>((resolve) => {
    timer = setTimeout(resolve, ms, undefined).unref()
  })
  try {
    return await Promise.race([work, tooLong.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** The result of `work` if it succeeds within `ms`; otherwise undefined, and why is not known. */
export async function successWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  try {
    return await within(ms, work)
  } catch {
    return undefined
  }
}

/** Resolves when the function that `keep` receives is called, or as soon as the signal is aborted. */
export function wokenOrAborted(signal: AbortSignal, keep: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end)
      resolve()
    }
    keep(end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await wokenOrAborted(signal, (wake) => (timer = setTimeout(wake, ms)))
  clearTimeout(timer)
}

/** The result of `work`; rejects with the reason of the signal when that aborts first. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortReason(signal))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Of a signal that is aborted: all of ours are aborted with an error. */
export const abortReason = ({ reason }: AbortSignal) => reason as Error
