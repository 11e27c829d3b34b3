/** Waits `ms` milliseconds (Infinity: until the end of time); rejects as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Error('Aborted', { cause: signal.reason }))
      return
    }
    const onAbort = () => {
      clearTimeout(timer)
      reject(new Error('Aborted', { cause: signal.reason }))
    }
    const onTime = () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = ms === Infinity ? undefined : setTimeout(onTime, ms)
  })
}
