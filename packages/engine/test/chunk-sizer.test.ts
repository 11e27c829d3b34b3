import { describe, expect, it } from '@jest/globals'
import { ChunkSizer } from '../src/model/chunk-sizer.js'

describe('the size of a chunk', () => {
  it('grows step by step to the target time, up to the batch size', () => {
    const sizer = new ChunkSizer(150, 512)
    const sizes = [1, 2, 3, 4].map(() => {
      sizer.measured(sizer.next(10_000), sizer.next(10_000) / 2)
      return sizer.next(10_000)
    })
    expect(sizes).toEqual([64, 256, 300, 300])
    sizer.measured(300, 1)
    expect(sizer.next(10_000)).toBe(512)
  })

  it('shrinks at once after a slow chunk, even a short one, and never to zero', () => {
    const sizer = new ChunkSizer(150, 512)
    sizer.measured(8, 300)
    expect(sizer.next(10_000)).toBe(4)
    sizer.measured(4, 60_000)
    expect(sizer.next(10_000)).toBe(4)
  })

  it('includes a small rest, because a separate chunk would cost a whole pass, up to the batch size', () => {
    const sizer = new ChunkSizer(150, 512)
    sizer.measured(16, 24)
    expect([sizer.next(64), sizer.next(83), sizer.next(84)]).toEqual([64, 83, 64])
    for (let grows = 0; grows < 2; grows += 1) sizer.measured(512, 100)
    expect([sizer.next(512), sizer.next(513)]).toEqual([512, 512])
  })

  it('ignores a short chunk that was quick', () => {
    const sizer = new ChunkSizer(150, 512)
    sizer.measured(2, 140)
    expect(sizer.next(10_000)).toBe(16)
  })
})
