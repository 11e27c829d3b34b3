import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { LogEntry } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import { RoomWorld, type WorldAct } from '../support/rooms/room-world.js'

const kinds = {
  ...{ add: 4, change: 2, remove: 2, cut: 1 },
  ...{ send: 1, step: 2, sweep: 1, rename: 1 },
  ...{ read: 3, settle: 2 },
} as const satisfies Record<WorldAct | 'read' | 'settle', number>
const kind = fc.oneof(
  ...Object.entries(kinds).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as keyof typeof kinds) })),
)
/** `pick` selects an entry or a number. */
const act = fc.record({
  kind,
  pick: fc.nat(),
  news: fc.constantFrom('once', 'once', 'twice', 'lost', 'late', 'untouched'),
})
const entriesBefore = fc.constantFrom(0, 3, 49, 50, 51, 70, 70)
const isRight = { numRuns: 400 }

describe('a client that folds the events of a room', () => {
  it('has the state of a new snapshot, whether changes are delivered, lost, late or repeated', async () => {
    await fc.assert(
      fc.asyncProperty(entriesBefore, fc.array(act, { maxLength: 60 }), async (count, acts) => {
        const world = new RoomWorld(count)
        const client = await world.join()
        for (const { kind, pick, news } of acts) {
          if (kind === 'read') await client.tick()
          else if (kind === 'settle') await client.settle()
          else world.act(kind, pick, news)
        }
        world.nudge()
        await client.settle()
        expect(client.state).toEqual(await world.fresh())
        await client.leave()
        expect(world.topicCount).toBe(0)
      }),
      isRight,
    )
  })

  it('has the state of a new snapshot when large entries end it early', async () => {
    const sizeOf = ({ index, version }: LogEntry) => ((index * 7 + version * 3) % 5) * 100_000
    await fc.assert(
      fc.asyncProperty(entriesBefore, fc.array(act, { maxLength: 60 }), async (count, acts) => {
        const world = new RoomWorld(count, { sizeOf })
        const client = await world.join()
        for (const { kind, pick, news } of acts) {
          if (kind === 'read') await client.tick()
          else if (kind === 'settle') await client.settle()
          else world.act(kind, pick, news)
        }
        world.nudge()
        await client.settle()
        expect(client.state).toEqual(await world.fresh())
        await client.leave()
      }),
      isRight,
    )
  })

  it('never receives the deletion of an entry that a snapshot no longer has room for', async () => {
    const world = new RoomWorld(3, { sizeOf: () => 300_000 })
    const client = await world.join()
    await client.settle()
    world.act('add', 0, 'once')
    await client.settle()
    expect(client.kinds).toEqual(['RoomSnapshot', 'RoomSnapshot'])
    expect(client.state?.entries.map(({ index }) => index)).toEqual([2, 3, 4])
    expect(client.state?.hasOlderEntries).toBe(true)
    await client.leave()
  })

  it('also has every older entry that it has kept, while no change is lost', async () => {
    await fc.assert(
      fc.asyncProperty(entriesBefore, fc.array(act, { maxLength: 60 }), async (count, acts) => {
        const world = new RoomWorld(count)
        const client = await world.join()
        for (const { kind, pick, news } of acts) {
          if (kind === 'read') await client.tick()
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
      isRight,
    )
  })

  it('gets one snapshot for all changes while it does not read, after one read of the stores', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    const looks = world.reads
    for (let count = 0; count < 5_000; count += 1) world.act('add', 0, 'once')
    await client.settle()
    // the waiting reader got the first change, and one more read found the others
    expect(world.reads - looks).toBeLessThanOrEqual(3)
    expect(client.kinds.filter((kind) => kind === 'RoomSnapshot')).toHaveLength(2)
    expect(client.state).toEqual(await world.fresh())
    await client.leave()
  })

  it('has its changes read once, however many clients follow the room, and the same events as the others', async () => {
    const world = new RoomWorld(3)
    const clients = await Promise.all(Array.from({ length: 60 }, () => world.join()))
    for (const client of clients) await client.settle()
    const { reads } = world
    world.act('add', 0, 'once')
    world.act('change', 0, 'once')
    await Promise.all(clients.map((client) => client.until(() => client.kinds.length >= 3)))
    expect(world.reads - reads).toBe(1)
    const events = clients.map(({ events }) => events.slice(1))
    expect(events.every((own) => own.every((event, index) => event === events[0]?.[index]))).toBe(true)
    for (const client of clients) {
      await client.settle()
      expect(client.state).toEqual(await world.fresh())
      await client.leave()
    }
    expect(world.topicCount).toBe(0)
  })

  it('needs no read of its own when it is behind the others', async () => {
    const world = new RoomWorld(60)
    const [steady, slow] = [await world.join(), await world.join()]
    await Promise.all([steady.settle(), slow.settle()])
    for (let count = 0; count < 5; count += 1) {
      world.act('add', 0, 'once')
      await steady.until(() => steady.kinds.filter((kind) => kind === 'EntryAdded').length === count + 1)
    }
    await steady.settle()
    const { reads } = world
    await slow.settle()
    expect(slow.state?.entries).toEqual(steady.state?.entries)
    expect(world.reads).toBe(reads)
    for (const client of [steady, slow]) {
      expect(client.state).toEqual(await world.fresh())
      await client.leave()
    }
  })

  it('receives nothing of the former room when it is deleted before it reads on', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    world.act('add', 0, 'once')
    world.act('send', 0, 'once')
    await client.read()
    world.delete()
    await world.delivered()
    await client.settle()
    expect(client.kinds).toEqual(['RoomSnapshot', 'EntryAdded', 'RoomDeleted'])
    expect(client.isOver).toBe(true)
    expect(world.topicCount).toBe(0)
  })

  it('receives the rest of a read although there were changes in between', async () => {
    const world = new RoomWorld(70)
    const client = await world.join()
    await client.settle()
    world.act('add', 0, 'once')
    world.act('change', 0, 'once')
    await client.read()
    world.act('send', 0, 'once')
    await setImmediate()
    await client.settle()
    expect([...client.kept.values()]).toEqual(world.entries)
    expect(client.kinds).toEqual(['RoomSnapshot', 'EntryAdded', 'EntryChanged', 'GenerationChanged', 'RoomChanged'])
    await client.leave()
  })

  it.each([
    ['at once', 'settle'],
    ['although there was news in between', 'read'],
  ] as const)('receives a reply whose entry has changed, %s', async (_when, wait) => {
    const world = new RoomWorld(3)
    world.act('send', 0, 'once')
    world.act('step', 0, 'once')
    const client = await world.join()
    await client.settle()
    world.act('change', 3, 'once')
    await client[wait]()
    if (wait === 'read') {
      world.act('rename', 0, 'once')
      await setImmediate()
      await client.settle()
    }
    expect([...client.became.values()]).toEqual([world.entries.at(-1)])
    await client.leave()
  })

  it("receives a cut that has not yet changed the room's updatedAt", async () => {
    const world = new RoomWorld(10)
    const client = await world.join()
    await client.settle()
    world.act('cut', 4, 'untouched')
    await client.settle()
    expect(client.kinds).toEqual(['RoomSnapshot', 'LogCut'])
    expect(client.state).toEqual(await world.fresh())
    await client.leave()
  })

  it('is not continued with another room of the same id', async () => {
    const world = new RoomWorld(3)
    const client = await world.join()
    await client.settle()
    world.replace()
    world.nudge()
    await client.settle()
    expect(client.kinds).toEqual(['RoomSnapshot', 'RoomDeleted'])
  })

  it('keeps its state while a store is unavailable, and receives the rest when it is back', async () => {
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

  it('cannot begin while a store is unavailable', async () => {
    const world = new RoomWorld(3)
    world.failure = new AppError('UNAVAILABLE', { part: 'store' })
    await expect(world.join()).rejects.toBe(world.failure)
    expect(world.topicCount).toBe(0)
  })

  it('checks the room without messages too, and reads the log only when the room has changed', async () => {
    const world = new RoomWorld(3, { pollMs: 1 })
    const client = await world.join()
    while (world.reads < 5) await client.tick()
    const pages = world.pages
    while (world.reads < 10) await client.tick()
    expect(world.pages).toBe(pages)
    world.act('add', 0, 'lost')
    await client.until(() => client.state?.entries.length === 4)
    await client.leave()
  })

  it('receives a new snapshot after a change that no message named and no read shows', async () => {
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

  it('gets a new snapshot when more changes happened than are kept', async () => {
    const world = new RoomWorld(100)
    const client = await world.join()
    await client.settle()
    for (let index = 0; index < 30; index += 1) world.act('change', index, 'once')
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
