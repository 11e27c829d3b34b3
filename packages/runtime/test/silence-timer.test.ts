import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { SilenceTimer } from '../src/silence-timer.js'

const everyMs = 50

describe('a timer of silence', () => {
  const seen = { ticks: 0, timeouts: 0 }
  let timer: SilenceTimer
  beforeEach(() => {
    jest.useFakeTimers()
    Object.assign(seen, { ticks: 0, timeouts: 0 })
    timer = new SilenceTimer({
      everyMs,
      ticks: 2,
      onTick: () => (seen.ticks += 1),
      onTimeout: () => (seen.timeouts += 1),
    })
  })
  afterEach(() => {
    timer.stop()
    jest.useRealTimers()
  })

  it('ticks once, and times out at the second tick, once', () => {
    jest.advanceTimersByTime(everyMs + 10)
    expect(seen).toEqual({ ticks: 1, timeouts: 0 })
    jest.advanceTimersByTime(everyMs)
    expect(seen).toEqual({ ticks: 1, timeouts: 1 })
    jest.advanceTimersByTime(10 * everyMs)
    expect(seen).toEqual({ ticks: 1, timeouts: 1 })
  })

  it('begins anew with what is received', () => {
    for (let count = 0; count < 5; count += 1) {
      jest.advanceTimersByTime(everyMs + 10)
      timer.received()
    }
    expect(seen).toEqual({ ticks: 5, timeouts: 0 })
  })

  it('does not count a tick that comes late, since the process may have been blocked', () => {
    jest.advanceTimersByTime(everyMs + 10)
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 3 * everyMs)
    jest.advanceTimersByTime(everyMs)
    clock.mockRestore()
    expect(seen).toEqual({ ticks: 2, timeouts: 0 })
  })
})
