import { syncBuiltinESMExports } from 'node:module'
import { ModernFakeTimers } from '@jest/fake-timers'
import { noteSpy } from './leftovers.mjs'

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } = globalThis

const { spyOn } = globalThis.jest
const { setTimeout: realTimeout } = globalThis
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis })

/** Node's own `fetch` and streams use the globals of the test process: their timers must never be faked. */
const isCalledByNode = () => new Error().stack.split('\n')[3]?.includes('node:internal') === true

let areTimersFaked = false

/** The part of `jest` that the suites use. The runner's own has no asynchronous timers. */
export const jest = {
  spyOn(object, key, ...access) {
    const spy = spyOn(object, key, ...access)
    noteSpy(object, key, spy)
    return spy
  },
  areTimersFaked: () => areTimersFaked,
  useFakeTimers({ doNotFake = [], ...options } = {}) {
    areTimersFaked = true
    timers.useFakeTimers({ ...options, doNotFake: [...doNotFake, 'nextTick', 'queueMicrotask'] })
    const { setTimeout: faked } = globalThis
    globalThis.setTimeout = (...args) => (isCalledByNode() ? realTimeout(...args) : faked(...args))
    // `node:timers/promises`
    syncBuiltinESMExports()
  },
  useRealTimers() {
    areTimersFaked = false
    timers.useRealTimers()
    syncBuiltinESMExports()
  },
  setSystemTime: (now) => timers.setSystemTime(now),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  runAllTimersAsync: () => timers.runAllTimersAsync(),
  getTimerCount: () => timers.getTimerCount(),
}
