import { describe, expect, it } from '@jest/globals'
import { countTurns, workFor } from '@parley/testing'
import { WorkSlices } from '../src/work-slices.js'

describe('long work on the thread of the process', () => {
  it('of several callers has one slice in each turn of the event loop', async () => {
    const others = countTurns()
    const seenBy = new Map<number, number>()
    const work = async () => {
      const slices = new WorkSlices()
      for (let step = 0; step < 3; step += 1) {
        await slices.pause()
        seenBy.set(others.count, (seenBy.get(others.count) ?? 0) + 1)
        workFor(25)
      }
    }
    await Promise.all([work(), work(), work()])
    others.stop()
    const [first, ...later] = [...seenBy.values()]
    // all begin in the turn of their callers
    expect(first).toBe(3)
    expect(later).toEqual([1, 1, 1, 1, 1, 1])
  })
})
