import { ModernFakeTimers } from '@jest/fake-timers'

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } = globalThis

const { spyOn } = globalThis.jest
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis })

/** What the suites use of jest's own `jest`. The runner's has no asynchronous timers. */
export const jest = {
  spyOn,
  // Node's own streams and sockets call these two in the same process.
  useFakeTimers: ({ doNotFake = [], ...options } = {}) =>
    timers.useFakeTimers({ ...options, doNotFake: [...doNotFake, 'nextTick', 'queueMicrotask'] }),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (now) => timers.setSystemTime(now),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  runAllTimersAsync: () => timers.runAllTimersAsync(),
  getTimerCount: () => timers.getTimerCount(),
}
