import { syncBuiltinESMExports } from 'node:module'
import { ModernFakeTimers } from '@jest/fake-timers'

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } = globalThis

const { spyOn } = globalThis.jest
const { setTimeout: realTimeout } = globalThis
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis })

/** Node's own `fetch` and streams use the globals of the test process: their timers must never be faked. */
const isCalledByNode = () => new Error().stack.split('\n')[3]?.includes('node:internal') === true

/** The part of `jest` that the suites use. The runner's own has no asynchronous timers. */
export const jest = {
  spyOn,
  useFakeTimers({ doNotFake = [], ...options } = {}) {
    timers.useFakeTimers({ ...options, doNotFake: [...doNotFake, 'nextTick', 'queueMicrotask'] })
    const { setTimeout: faked } = globalThis
    globalThis.setTimeout = (...args) => (isCalledByNode() ? realTimeout(...args) : faked(...args))
    // `node:timers/promises`
    syncBuiltinESMExports()
  },
  useRealTimers() {
    timers.useRealTimers()
    syncBuiltinESMExports()
  },
  setSystemTime: (now) => timers.setSystemTime(now),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  runAllTimersAsync: () => timers.runAllTimersAsync(),
  getTimerCount: () => timers.getTimerCount(),
}
