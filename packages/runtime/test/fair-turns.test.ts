import { describe, expect, it } from '@jest/globals'
import { FairTurns } from '../src/fair-turns.js'
import { networksOf } from '../src/network.js'

class World {
  readonly done: string[] = []
  readonly gone = new Set<string>()
  readonly turns: FairTurns
  readonly #ends: (() => void)[] = []

  constructor(bounds = { ofClient: 32, inAll: 256 }) {
    this.turns = new FairTurns({ ...bounds, refusal: () => new Error('refused') })
  }

  /** A call of an account, or of an IP address. */
  run(client: string, name: string): Promise<void> {
    const keys = client.includes(':') ? networksOf(client) : [{ name: client, share: 1 }]
    return this.turns.run({ keys, isGone: () => this.gone.has(name) }, async () => {
      await new Promise<void>((resolve) => this.#ends.push(resolve))
      this.done.push(name)
    })
  }

  async finish(): Promise<void> {
    for (let idle = 0; idle < 5; idle += 1) {
      const end = this.#ends.shift()
      if (end) idle = 0
      end?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

describe('turns', () => {
  it('alternate between clients, however many calls one of them has', async () => {
    const world = new World()
    const runs = ['a1', 'a2', 'a3', 'a4'].map((name) => world.run('greedy', name))
    runs.push(world.run('ordinary', 'b1'), world.run('another', 'c1'), world.run('ordinary', 'b2'))
    await world.finish()
    await Promise.all(runs)
    expect(world.done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('count a network of many addresses with its share', async () => {
    const world = new World({ ofClient: 32, inAll: 1_000 })
    const addresses = Array.from({ length: 300 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`)
    const runs = [world.run('first', 'first'), ...addresses.map((address) => world.run(address, address))]
    runs.push(world.run('ordinary', 'ordinary'))
    await world.finish()
    await Promise.all(runs)
    expect(world.done.indexOf('ordinary')).toBeLessThan(40)
  })

  it('go on after a failure', async () => {
    const world = new World()
    const client = { keys: [{ name: 'greedy', share: 1 }], isGone: () => false }
    const failed = world.turns.run(client, () => Promise.reject(new Error('broken')))
    const next = world.run('ordinary', 'b1')
    await expect(failed).rejects.toThrow('broken')
    await world.finish()
    await next
    expect(world.done).toEqual(['b1'])
  })

  it('are refused beyond the bound of a client, and beyond that of all', async () => {
    const world = new World({ ofClient: 2, inAll: 3 })
    const runs = ['a1', 'a2', 'a3'].map((name) => world.run('greedy', name))
    await expect(world.run('greedy', 'a4')).rejects.toThrow('refused')
    runs.push(world.run('ordinary', 'b1'))
    await expect(world.run('another', 'c1')).rejects.toThrow('refused')
    await world.finish()
    await Promise.all(runs)
    expect(world.done).toHaveLength(4)
  })

  it('skip a client that has disconnected, which keeps no place', async () => {
    const world = new World({ ofClient: 2, inAll: 3 })
    const runs = [world.run('ordinary', 'b1')]
    const gone = ['a1', 'a2'].map((name) => world.run('greedy', name))
    world.gone.add('a1').add('a2')
    runs.push(world.run('greedy', 'a3'), world.run('greedy', 'a4'))
    for (const each of gone) await expect(each).rejects.toThrow('refused')
    await world.finish()
    await Promise.all(runs)
    expect(world.done).toEqual(['b1', 'a3', 'a4'])
  })
})
