import { describe, expect, it } from '@jest/globals'
import { ReadTurns } from '../../src/database/read-turns.js'
import { countTurns, workFor } from '../support/turns.js'

describe('reads of SQLite that come together', () => {
  it('have as many turns of the event loop as their time needs, in their order', async () => {
    const turns = new ReadTurns()
    const others = countTurns()
    const served: (readonly [number: number, turn: number])[] = []
    const read = (number: number, ms: number) =>
      turns.run(() => {
        served.push([number, others.count])
        workFor(ms)
        return Promise.resolve()
      })
    const long = Array.from({ length: 4 }, (_, number) => read(number, 25))
    const short = Array.from({ length: 20 }, (_, number) => read(long.length + number, 0))
    await Promise.all([...long, ...short])
    others.stop()
    expect(served.map(([number]) => number)).toEqual(Array.from({ length: 24 }, (_, number) => number))
    // each of the long ones has a turn of its own; the short ones share one
    const turnsOf = (from: number, to: number) => new Set(served.slice(from, to).map(([, turn]) => turn)).size
    expect([turnsOf(0, 4), turnsOf(4, 24)]).toEqual([4, 1])
  })
})
