import { describe, expect, it } from '@jest/globals'
import { Random } from '../crash/random.js'
import { median, trendOf } from '../soak/measure/trend.js'

/** 15 values, one each half minute: a level, its growth in 10 minutes, and noise from -1 to 1. */
const points = ({ growth, seed = 1 }: { readonly growth: number; readonly seed?: number }) => {
  const random = new Random(seed)
  return Array.from({ length: 15 }, (_, index) => {
    const minute = index / 2
    return { minute, value: 100 + (growth * minute) / 10 + random.next() * 2 - 1 }
  })
}

describe('the trend of npm run test:soak', () => {
  it('is the slope in 10 minutes', () => {
    const { slope } = trendOf(points({ growth: 30 }))
    expect(slope).toBeGreaterThan(27)
    expect(slope).toBeLessThan(33)
  })

  it('does not depend on two outliers', () => {
    const spoilt = points({ growth: 0 }).map((point, index) => (index > 12 ? { ...point, value: 10_000 } : point))
    expect(Math.abs(trendOf(spoilt).slope)).toBeLessThan(3)
  })

  it('exceeds its bound in one of a hundred series that do not grow', () => {
    const seeds = Array.from({ length: 500 }, (_, index) => 1_000 + index)
    const rising = (risk: 'one in 100' | 'one in 10,000') =>
      seeds.filter((seed) => trendOf(points({ growth: 0, seed }), risk).atLeast > 0).length
    expect(rising('one in 100')).toBeLessThan(15)
    expect(rising('one in 10,000')).toBeLessThan(2)
  })

  it('is found in every series that grows by more than its noise', () => {
    const seeds = Array.from({ length: 100 }, (_, index) => index)
    expect(seeds.filter((seed) => trendOf(points({ growth: 10, seed })).atLeast <= 0)).toEqual([])
  })

  it('is 0 when nothing changes', () => {
    expect(trendOf([1, 2, 3].map((minute) => ({ minute, value: 7 })))).toEqual({ slope: 0, atLeast: 0 })
    expect(median([3, 1, 2, 10])).toBe(2.5)
  })
})
