import { describe, expect, it } from '@jest/globals'
import { median, pairedDifference, pairedRatio, spread } from '../../bench/statistics.js'

describe('the figures of the bench', () => {
  it('use the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 2, 100])).toBe(3)
    expect(median([7])).toBe(7)
  })

  it('do not reorder the values', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })

  it('have no median of an empty list', () => {
    expect(() => median([])).toThrow('a median needs a value')
  })

  it('compare round by round, so that a slow minute of the machine affects both', () => {
    expect(pairedRatio([2, 20, 200], [1, 10, 100])).toBe(2)
    expect(pairedRatio([1, 90, 5], [2, 10, 10])).toBe(0.5)
    expect(pairedDifference([15, 115, 35], [10, 100, 28])).toBe(7)
  })

  it('refuse rounds without a counterpart', () => {
    expect(() => pairedRatio([1, 2], [1])).toThrow('a round has one value of each')
  })

  it('report how much rounds differ, without the worst one', () => {
    expect(spread([10, 10, 10, 10])).toBe(0)
    expect(spread([8, 10, 12])).toBeCloseTo(0.1)
    expect(spread([10, 10, 10, 10, 1_000])).toBe(0)
  })
})
