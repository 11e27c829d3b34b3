import { expect, it } from '@jest/globals'
import { DateTime } from '../../schema/date-time.js'

it.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [86_399_999, '1970-01-01T23:59:59.999Z'],
  [Date.UTC(2024, 1, 29, 23, 59, 59, 7), '2024-02-29T23:59:59.007Z'],
  [8.64e15, '+275760-09-13T00:00:00.000Z'],
  [-8.64e15, '-271821-04-20T00:00:00.000Z'],
])('the instant %d is %s', (instant, text) => {
  expect(DateTime.serialize(instant)).toBe(text)
})

it('any instant is as the engine writes it', () => {
  for (let step = 0; step < 20_000; step += 1) {
    // a step of about 45 days and some milliseconds
    const instant = -30_000_000_000_000 + step * 3_900_123_457
    expect(DateTime.serialize(instant)).toBe(new Date(instant).toISOString())
  }
})

it.each([Number.NaN, Infinity, -8.64e15 - 1, '2024'])('%p is refused', (value) => {
  expect(() => DateTime.serialize(value)).toThrow()
})
