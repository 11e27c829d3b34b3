import { expect, describe, it } from '@jest/globals'
import { OperationScheduler } from '../../resolvers/pipeline/operation-scheduler.js'

/** An event loop whose rounds the test starts; each operation has a given duration. */
class Loop {
  now = 0
  readonly began: string[] = []
  readonly #callbacks: (() => void)[] = []
  readonly turns = new OperationScheduler({
    clock: () => this.now,
    nextRound: (callback) => this.#callbacks.push(callback),
  })

  /** An operation of a client that begins at once or later, and then lasts `ms`. */
  ask(client: string, ms: number, accountId?: number): void {
    const run = () => {
      this.began.push(client)
      this.now += ms
    }
    const turn = this.turns.schedule(client, accountId)
    if (turn) void turn.then(run)
    else run()
  }

  async round(): Promise<void> {
    for (const callback of this.#callbacks.splice(0)) callback()
    await new Promise((resolve) => setImmediate(resolve))
  }

  async rounds(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) await this.round()
  }
}

const [ada, eve] = ['127.0.0.1', '127.0.0.2']

describe('operations', () => {
  it('begin at once while they are short', () => {
    const loop = new Loop()
    for (let count = 0; count < 40; count += 1) loop.ask(ada, 0.4)
    expect(loop.began).toHaveLength(40)
  })

  it('begin in one round as long as its time lasts, those of waiting clients in turn', async () => {
    const loop = new Loop()
    for (let count = 0; count < 4; count += 1) loop.ask(eve, 5)
    for (let count = 0; count < 100; count += 1) loop.ask(eve, 0.5)
    loop.ask(ada, 0.5)
    loop.began.length = 0
    await loop.round()
    expect(loop.began).toHaveLength(40)
    expect(loop.began[0]).toBe(ada)
  })

  it('of clients that have used the same begin in turn', async () => {
    const loop = new Loop()
    for (let count = 0; count < 5; count += 1) loop.ask('127.0.0.3', 5)
    for (let count = 0; count < 10; count += 1) loop.ask(eve, 0.4)
    for (let count = 0; count < 10; count += 1) loop.ask(ada, 0.4)
    loop.began.length = 0
    await loop.rounds(2)
    expect(loop.began.slice(0, 4)).toEqual([eve, ada, eve, ada])
  })

  it('wait for the next round when those of this one were long', async () => {
    const loop = new Loop()
    for (let count = 0; count < 12; count += 1) loop.ask(ada, 5)
    expect(loop.began).toHaveLength(4)
    await loop.rounds(3)
    expect(loop.began.length).toBeGreaterThan(4)
    await loop.rounds(40)
    expect(loop.began).toHaveLength(12)
  })

  it('of another client begin before those of the client that has used more', async () => {
    const loop = new Loop()
    for (let count = 0; count < 60; count += 1) loop.ask(eve, 300)
    loop.ask(ada, 1)
    await loop.rounds(40)
    expect(loop.began.slice(0, 2)).toEqual([eve, ada])
  })

  it('leave rounds for connections and health checks after a long one', async () => {
    const loop = new Loop()
    loop.ask(eve, 300)
    loop.ask(eve, 300)
    await loop.rounds(30)
    expect(loop.began).toHaveLength(1)
    await loop.rounds(10)
    expect(loop.began).toHaveLength(2)
  })

  it('leave no more time for them than a long one has used', async () => {
    const loop = new Loop()
    loop.ask(eve, 40)
    loop.ask(ada, 1)
    // each round lasts as long as a quarter of it
    for (let count = 0; count < 4; count += 1) {
      expect(loop.began).toEqual([eve])
      loop.now += 10
      await loop.round()
    }
    expect(loop.began).toEqual([eve, ada])
  })

  it('all begin finally, and a client that waited regains its share', async () => {
    const loop = new Loop()
    for (let count = 0; count < 10; count += 1) {
      loop.ask(eve, 50)
      loop.ask(ada, 50)
    }
    await loop.rounds(1_000)
    expect(loop.began).toHaveLength(20)
    expect(loop.began.slice(0, 10).filter((client) => client === ada).length).toBeGreaterThan(3)
  })

  it('of many addresses of one network begin after those of another client', async () => {
    const loop = new Loop()
    for (let subnet = 0; subnet < 400; subnet += 1) loop.ask(`2001:db8:0:${subnet.toString(16)}::1`, 25)
    loop.ask(ada, 1)
    await loop.rounds(34 * 200)
    expect(loop.began.indexOf(ada)).toBeGreaterThan(-1)
    expect(loop.began.indexOf(ada)).toBeLessThan(40)
  })

  it('of a client that has used a little begin before those of addresses that come later', async () => {
    const loop = new Loop()
    loop.ask(ada, 30)
    for (let count = 0; count < 5; count += 1) loop.ask(`10.0.0.${String(count)}`, 30)
    loop.ask(ada, 1)
    loop.began.length = 0
    for (let count = 0; count < 20; count += 1) {
      loop.ask(`10.0.1.${String(count)}`, 30)
      await loop.rounds(40)
    }
    const place = loop.began.indexOf(ada)
    expect([place >= 0, place <= 8]).toEqual([true, true])
  })

  it('of one account at many addresses begin after those of another client', async () => {
    const loop = new Loop()
    for (let count = 0; count < 50; count += 1) loop.ask(`10.0.0.${String(count)}`, 30, 7)
    await loop.rounds(200)
    loop.ask(ada, 1, 8)
    const before = loop.began.length
    await loop.rounds(40)
    expect(loop.began.slice(before, before + 2)).toContain(ada)
  })
})
