import { describe, expect, it } from '@jest/globals'
import { UploadMemory } from '../src/body/upload-memory.js'

const limit = 1_200

class World {
  now = 0
  readonly ended: string[] = []
  readonly memory = new UploadMemory(limit, () => this.now)

  lease(client: string, upload = client, isArriving = true) {
    const keys = [{ name: client, share: 1 }]
    return this.memory.lease({ keys, isArriving: () => isArriving, end: () => void this.ended.push(upload) })
  }

  /** The bytes that a client gets in steps of 10, with one upload for each step. */
  fill(client: string): number {
    for (let bytes = 0; ; bytes += 10) {
      try {
        this.lease(client).reserve(10)
      } catch {
        return bytes
      }
    }
  }
}

describe('the memory of uploads', () => {
  it('is at most half for one client and half of the rest for the next, and another one finds room', () => {
    const world = new World()
    expect(world.fill('greedy')).toBe(600)
    expect(world.fill('another')).toBe(300)
    const ordinary = world.lease('ordinary')
    expect(() => ordinary.reserve(150)).not.toThrow()
    expect(world.ended).toEqual([])
  })

  it('is free again when an upload is closed', () => {
    const world = new World()
    const [first, second] = [world.lease('one'), world.lease('one')]
    first.reserve(600)
    expect(() => second.reserve(10)).toThrow('Service temporarily unavailable')
    first.close()
    expect(() => second.reserve(600)).not.toThrow()
  })

  it('ends bodies that have stalled, the largest first, when others need the room', () => {
    const world = new World()
    world.lease('a', 'small').reserve(100)
    world.lease('b', 'large').reserve(500)
    world.now = 3_000
    world.lease('c', 'moving').reserve(200)
    const late = world.lease('d')
    expect(() => late.reserve(420)).toThrow('Service temporarily unavailable')
    expect(world.ended).toEqual([])
    world.now = 5_000
    late.reserve(420)
    expect(world.ended).toEqual(['large'])
  })

  it('ends no body that has arrived: it waits for the server', () => {
    const world = new World()
    world.lease('a', 'complete', false).reserve(600)
    world.now = 60_000
    expect(() => world.lease('b').reserve(700)).toThrow('Service temporarily unavailable')
    expect(world.ended).toEqual([])
  })

  it('counts a network of many addresses with its share', () => {
    const { memory } = new World()
    const upload = { isArriving: () => true, end: () => undefined }
    const networks = (host: string) => [
      { name: host, share: 1 },
      { name: 'site', share: 2 },
    ]
    memory.lease({ keys: networks('1'), ...upload }).reserve(400)
    memory.lease({ keys: networks('2'), ...upload }).reserve(300)
    const third = memory.lease({ keys: networks('3'), ...upload })
    expect(() => third.reserve(310)).toThrow('Service temporarily unavailable')
    expect(() => third.reserve(300)).not.toThrow()
  })
})
