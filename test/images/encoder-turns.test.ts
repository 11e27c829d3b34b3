import { describe, expect, it } from '@jest/globals'
import { EncoderTurns } from '../../src/images/encoder-turns.js'

const [greedy, ordinary, another] = [1, 2, 3]

class World {
  readonly done: string[] = []
  readonly turns: EncoderTurns
  readonly #ends: (() => void)[] = []

  constructor(bounds?: ConstructorParameters<typeof EncoderTurns>[0]) {
    this.turns = new EncoderTurns(bounds)
  }

  encode(account: number, name: string): Promise<void> {
    return this.turns.run(account, async () => {
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

describe('the turns at the image encoder', () => {
  it('alternate between accounts, however many images one of them has', async () => {
    const world = new World()
    const names = ['a1', 'a2', 'a3', 'a4']
    const runs = names.map((name) => world.encode(greedy, name))
    runs.push(world.encode(ordinary, 'b1'), world.encode(another, 'c1'), world.encode(ordinary, 'b2'))
    await world.finish()
    await Promise.all(runs)
    expect(world.done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('go on after a failure', async () => {
    const world = new World()
    const failed = world.turns.run(greedy, () => Promise.reject(new Error('broken')))
    const next = world.encode(ordinary, 'b1')
    await expect(failed).rejects.toThrow('broken')
    await world.finish()
    await next
    expect(world.done).toEqual(['b1'])
  })

  it('are refused beyond the bound of an account, and beyond that of all', async () => {
    const world = new World({ ofAccount: 2, inAll: 3 })
    const runs = ['a1', 'a2', 'a3'].map((name) => world.encode(greedy, name))
    await expect(world.encode(greedy, 'a4')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    runs.push(world.encode(ordinary, 'b1'))
    await expect(world.encode(another, 'c1')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await world.finish()
    await Promise.all(runs)
    expect(world.done).toHaveLength(4)
  })
})
