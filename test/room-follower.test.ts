import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { AppError } from '../src/errors.js'
import { RoomWorld } from './support/room-world.js'

const act = fc.record({
  kind: fc.constantFrom(
    'add',
    'add',
    'add',
    'add',
    'change',
    'change',
    'remove',
    'remove',
    'cut',
    'send',
    'step',
    'step',
    'sweep',
    'rename',
    'read',
    'read',
    'settle',
  ),
  /** Which entry, or how many. */
  pick: fc.nat(),
  news: fc.constantFrom('once', 'twice', 'lost', 'late'),
} as const)
const entriesBefore = fc.constantFrom(0, 3, 49, 50, 51, 70)

describe('a client that folds what it is told of a room', () => {
  it('has what a fresh snapshot says, whatever becomes of the news', async () => {
    await fc.assert(
      fc.asyncProperty(entriesBefore, fc.array(act, { maxLength: 60 }), async (count, acts) => {
        const world = new RoomWorld(count)
        const client = await world.join()
        for (const { kind, pick, news } of acts) {
          if (kind === 'read') void client.read()
          else if (kind === 'settle') await client.settle()
          else world.act(kind, pick, news)
        }
        world.nudge()
        await client.settle()
        expect(client.state).toEqual(await world.fresh())
        await client.leave()
        expect(world.topicCount).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('has every older entry too that it keeps, while no news is lost', async () => {
    await fc.assert(
      fc.asyncProperty(entriesBefore, fc.array(act, { maxLength: 60 }), async (count, acts) => {
        const world = new RoomWorld(count)
        const client = await world.join()
        for (const { kind, pick, news } of acts) {
          if (kind === 'read') void client.read()
          else if (kind === 'settle') await client.settle()
          else world.act(kind, pick, news === 'lost' ? 'once' : news)
        }
        world.nudge()
        await client.settle()
        expect([...client.kept.values()]).toEqual(world.entries)
        const late = await world.join()
        await late.settle()
        for (const [id, entry] of late.became) expect(client.became.get(id)).toEqual(entry)
        await client.leave()
        await late.leave()
      }),
      { numRuns: 200 },
    )
  })

  it('gets one snapshot for all that happens while it does not read, after one look', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    const looks = world.looks
    for (let count = 0; count < 5_000; count += 1) world.act('add', 0, 'once')
    await client.settle()
    // the one who waited had the first of them, and the look that found the others
    expect(world.looks - looks).toBeLessThanOrEqual(3)
    expect(client.kinds.filter((kind) => kind === 'RoomSnapshot')).toHaveLength(2)
    expect(client.state).toEqual(await world.fresh())
    await client.leave()
  })

  it('is told nothing of what the room was when it is deleted before it reads on', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    world.act('add', 0, 'once')
    world.act('send', 0, 'once')
    await client.read()
    world.delete()
    await client.settle()
    expect(client.kinds.at(-1)).toBe('RoomDeleted')
    expect(client.kinds).not.toContain('GenerationChanged')
    expect(client.isOver).toBe(true)
    expect(world.topicCount).toBe(0)
  })

  it('is not handed over to another room of the same id', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    world.replace()
    world.nudge()
    await client.settle()
    expect(client.kinds).toEqual(['RoomSnapshot', 'RoomDeleted'])
  })

  it('keeps what it has while a store is away, and is told the rest when it is back', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    world.failure = new AppError('UNAVAILABLE', { part: 'store' })
    world.act('add', 0, 'once')
    world.act('send', 0, 'once')
    await client.settle()
    expect(client.kinds).toEqual(['RoomSnapshot'])
    world.failure = undefined
    world.nudge()
    await client.settle()
    expect(client.state).toEqual(await world.fresh())
    await client.leave()
  })

  it('is ended by any other failure, and leaves nothing behind', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    world.failure = new Error('a fault of ours')
    world.nudge()
    await client.settle()
    expect(client.failure).toBe(world.failure)
    expect(world.topicCount).toBe(0)
  })

  it('cannot begin while a store is away', async () => {
    const world = new RoomWorld(3)
    world.failure = new AppError('UNAVAILABLE', { part: 'store' })
    await expect(world.join()).rejects.toBe(world.failure)
    expect(world.topicCount).toBe(0)
  })

  it('looks without news too, and reads the log only when the room has moved', async () => {
    const world = new RoomWorld(3, { pollMs: 1 })
    const client = await world.join()
    while (world.looks < 5) await client.tick()
    const pages = world.pages
    while (world.looks < 10) await client.tick()
    expect(world.pages).toBe(pages)
    world.act('add', 0, 'lost')
    await client.until(() => client.state?.entries.length === 4)
    await client.leave()
  })

  it('is given a new snapshot when something has moved that nobody named and no look shows', async () => {
    const world = new RoomWorld(60)
    const client = await world.join()
    await client.settle()
    world.act('change', 0, 'lost')
    world.nudge()
    await client.settle()
    expect(client.kinds).toEqual(['RoomSnapshot', 'RoomSnapshot'])
    expect([...client.kept.values()]).toEqual(world.entries)
    await client.leave()
  })

  it('ends a waiting next() at once when it is returned', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    const waiting = client.read()
    await client.leave()
    await waiting
    await setImmediate()
    expect(client.isOver).toBe(true)
    expect(world.topicCount).toBe(0)
  })
})
