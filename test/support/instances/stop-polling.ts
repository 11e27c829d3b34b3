const never = 2 ** 31 - 1

/**
 * From now on no timer fires that is set to so many milliseconds, by default to the intervals at which instances poll for
 * changes of others: only a message can notify. Returns a function that ends this.
 */
export function stopPolling(leastMs = 2_000): () => void {
  const isPoll = (ms: unknown) => typeof ms === 'number' && ms >= leastMs && ms <= 10_000
  const { setTimeout: timeout, setInterval: interval } = globalThis
  globalThis.setTimeout = withoutPolls(timeout, isPoll)
  globalThis.setInterval = withoutPolls(interval, isPoll)
  return () => {
    globalThis.setTimeout = timeout
    globalThis.setInterval = interval
  }
}

function withoutPolls<T extends object>(timer: T, isPoll: (ms: unknown) => boolean): T {
  return new Proxy(timer, {
    apply: (target, self, [run, ms, ...rest]: unknown[]): unknown =>
      Reflect.apply(target as (...all: unknown[]) => unknown, self, [run, isPoll(ms) ? never : ms, ...rest]),
  })
}
