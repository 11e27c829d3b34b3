import { describe, expect, it } from '@jest/globals'
import { MutationTurns } from '../../resolvers/pipeline/mutation-turns.js'

/** Mutations that begin in their turns, and end when the test says so. */
class World {
  /** The clients of those that have begun, in order. */
  readonly begun: string[] = []
  readonly gone = new Set<string>()
  readonly #turns = new MutationTurns()
  readonly #ends: { readonly client: string; readonly end: (error?: Error) => void }[] = []

  /** Mutations of a client, named `ACCOUNT@ADDRESS`. */
  send(client: string, count: number): Promise<PromiseSettledResult<void>[]> {
    const [account, ipAddress = ''] = client.split('@')
    const isGone = () => this.gone.has(client)
    const mutation = async () => {
      this.begun.push(client)
      await new Promise<void>((resolve, reject) => {
        this.#ends.push({ client, end: (error) => (error ? reject(error) : resolve()) })
      })
    }
    const send = () => this.#turns.run({ accountId: Number(account), ipAddress, isGone }, mutation)
    return Promise.allSettled(Array.from({ length: count }, send))
  }

  /** Ends the oldest running one, of this client if it is named. */
  async end(client?: string, error?: Error): Promise<void> {
    const index = client === undefined ? 0 : this.#ends.findIndex((each) => each.client === client)
    for (const { end } of this.#ends.splice(index, 1)) end(error)
    await new Promise((resolve) => setImmediate(resolve))
  }

  async endAll(): Promise<void> {
    while (this.#ends.length > 0) await this.end()
  }

  count(client: string): number {
    return this.begun.filter((each) => each === client).length
  }
}

const [first, second, third, elsewhere] = ['1@192.0.2.1', '2@192.0.2.1', '3@192.0.2.1', '4@192.0.2.2']

describe('mutations', () => {
  it('of an account run 24 at a time, at all its addresses', async () => {
    const world = new World()
    const sent = [world.send(first, 20), world.send('1@192.0.2.2', 20)]
    expect(world.begun).toHaveLength(24)
    await world.end(first)
    expect(world.begun).toHaveLength(25)
    await world.endAll()
    await Promise.all(sent)
    expect(world.begun).toHaveLength(40)
  })

  it('of the accounts of an address run 36 at a time, and those of another address beside them', async () => {
    const world = new World()
    const sent = [world.send(first, 30), world.send(second, 30), world.send(third, 30), world.send(elsewhere, 30)]
    expect([first, second, third, elsewhere].map((client) => world.count(client))).toEqual([24, 12, 0, 24])
    await world.end(elsewhere)
    expect(world.begun.at(-1)).toBe(elsewhere)
    await world.endAll()
    await Promise.all(sent)
    expect(world.begun).toHaveLength(120)
  })

  it('of networks of IPv6 have 8 and 32 times as many', async () => {
    const world = new World()
    const sentOf = (networks: readonly string[]) =>
      networks.flatMap((network, n) => [
        world.send(`${2 * n}@${network}`, 24),
        world.send(`${2 * n + 1}@${network}`, 24),
      ])
    const sent = sentOf(Array.from({ length: 10 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`))
    expect(world.begun).toHaveLength(8 * 36)
    await world.endAll()
    await Promise.all(sent)
    world.begun.length = 0
    sent.push(...sentOf(Array.from({ length: 40 }, (_, n) => `2001:db8:0:${n.toString(16)}00::1`)))
    expect(world.begun).toHaveLength(32 * 36)
    await world.endAll()
    await Promise.all(sent)
  })

  it('of the accounts of an address have their turns one after the other', async () => {
    const world = new World()
    const sent = [world.send(first, 60), world.send(second, 60), world.send(third, 1)]
    world.begun.length = 0
    for (let count = 0; count < 5; count += 1) await world.end(first)
    expect(world.begun).toEqual([first, second, third, first, second])
    await world.endAll()
    await Promise.all(sent)
  })

  it('that wait for one of their own account hold up no other account of the address', async () => {
    const world = new World()
    const sent = [world.send(first, 1_000), world.send(second, 1)]
    expect(world.count(second)).toBe(1)
    await world.endAll()
    await Promise.all(sent)
  })

  it('do not begin when their client has disconnected, and use no turn', async () => {
    const world = new World()
    const sent = [world.send(first, 24), world.send(second, 12)]
    const left = world.send(third, 10)
    sent.push(world.send('5@192.0.2.1', 1))
    world.gone.add(third)
    await world.end()
    expect(world.begun.at(-1)).toBe('5@192.0.2.1')
    const refused = expect.objectContaining({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'UNAVAILABLE' }),
    })
    expect(await left).toEqual(Array(10).fill(refused))
    await world.endAll()
    await Promise.all(sent)
    expect(world.count(third)).toBe(0)
  })

  it('that fail leave their place', async () => {
    const world = new World()
    const sent = world.send(first, 25)
    await world.end(first, new Error('broken'))
    expect(world.begun).toHaveLength(25)
    await world.endAll()
    const outcomes = await sent
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })
})
