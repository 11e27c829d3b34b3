const never = 2 ** 31 - 1

/** The intervals at which instances poll for changes of others, in milliseconds. */
const isPoll = (ms: unknown) => typeof ms === 'number' && ms >= 2_000 && ms <= 10_000

/** From now on no timer of such an interval fires: only a message can notify. Returns a function that ends this. */
export function stopPolling(): () => void {
  const { setTimeout: timeout, setInterval: interval } = globalThis
  globalThis.setTimeout = withoutPolls(timeout)
  globalThis.setInterval = withoutPolls(interval)
  return () => {
    globalThis.setTimeout = timeout
    globalThis.setInterval = interval
  }
}

function withoutPolls<T extends object>(timer: T): T {
  return new Proxy(timer, {
    apply: (target, self, [run, ms, ...rest]: unknown[]): unknown =>
      Reflect.apply(target as (...all: unknown[]) => unknown, self, [run, isPoll(ms) ? never : ms, ...rest]),
  })
}
