import { expect, it } from '@jest/globals'
import { ConcurrencyLimit } from '../src/concurrency-limit.js'

it('runs a limited number at a time, first come first served, and continues after a failure', async () => {
  const turns = new ConcurrencyLimit(2)
  const inside = new Set<number>()
  const order: number[] = []
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((n) =>
      turns.run(async () => {
        order.push(n)
        inside.add(n)
        await new Promise((resolve) => setImmediate(resolve))
        expect(inside.size).toBeLessThanOrEqual(2)
        inside.delete(n)
        if (n === 1) throw new Error('broken')
      }),
    ),
  )
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array.from({ length: 4 }, () => 'fulfilled')])
  await turns.run(() => Promise.resolve())
})
