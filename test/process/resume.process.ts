import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Random } from '../crash/random.js'
import { deviceOf, isFinal, ReconnectingFollower, randomOffset, type Transport } from '../support/replies/followers.js'
import { Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { dataIn } from '../support/http/sse.js'
import { folded, watch } from '../support/app/watch.js'

const reply = 'Far 🚀 out on the quiet sea 🌊 a small boat 🛶 went its way, and nobody ever asked it where. '.repeat(3)
const script = { reply, chunks: '40', delayMs: '15' }
/** No reply ends, so that a crash interrupts one. */
const endless = { ...script, stallAt: '30' }
const transports: readonly Transport[] = ['stream', 'socket', 'operation stream']

let processes: Processes
let server: Started
/** Settles while the server is available. */
let serving: Promise<Started>

beforeAll(async () => {
  // a new process would wait 30 s for the lease of another instance's running reply
  processes = await Processes.create({ embedded: true })
  serving = start('0', endless)
  server = await serving
})
afterAll(() => processes.close())

const start = (port: string, script: Record<string, string>) =>
  processes.start({ APP_PORT: port, LOCAL_MODEL: `scripted:?${new URLSearchParams(script).toString()}` })

/** On the same port, so that clients find it. */
async function restart(signal: NodeJS.Signals): Promise<void> {
  serving = server.stop(signal).then(() => start(String(server.ports['app']), script))
  server = await serving
}

const read = async (person: Person, id: string) =>
  (await person.rest('GET', `/generations/${id}`)).body as {
    status: string
    attempt: number
    text: string
    error: { code: string } | null
  }

describe('replies that are followed on several devices while the server is killed and started again', () => {
  const random = new Random(7)
  const followers = new Map<string, ReconnectingFollower[]>()
  let ada: Person
  let devices: Person[]
  let heard = 0
  let awaited: { readonly count: number; readonly resolve: () => void } | undefined

  /** Resolves when all followers together have received so much more text, or everything. */
  const hear = (more: number) =>
    Promise.race([new Promise<void>((resolve) => (awaited = { count: heard + more, resolve })), allFollowers()])
  const allFollowers = () => Promise.all([...followers.values()].flat().map(({ done }) => done))
  const isOpen = ({ status }: ReconnectingFollower) => !isFinal(status)
  /** Resolves when a follower is in such a state, or none is left. */
  const until = async (isSo: (follower: ReconnectingFollower) => boolean) => {
    const each = () => all().map(({ follower }) => follower)
    while (each().some(isOpen) && !each().some(isSo)) await hear(1)
  }
  /** Resolves when a reply has begun and is far from complete: a kill then loses a part of it. */
  const midway = () => until((each) => isOpen(each) && each.text !== '' && each.text.length < reply.length / 2)
  const onEvent = () => {
    heard += 1
    if (awaited && heard >= awaited.count) awaited.resolve()
  }

  const join = (id: string) => {
    const known = followers.get(id) ?? []
    const from = randomOffset(known, random)
    const transport = transports[known.length % transports.length] ?? 'stream'
    const device = random.pick(devices)
    if (!device) throw new Error('nobody has a device')
    followers.set(id, [
      ...known,
      new ReconnectingFollower(device, id, { transport, from, serving: () => serving, onEvent }),
    ])
  }

  beforeAll(async () => {
    ada = await Person.register(server.url, 'ada')
    devices = [ada, await deviceOf(ada), await deviceOf(ada)]
    const say = async () => ada.say(await ada.room())
    const ids = await Promise.all([say(), say(), say(), say()])
    for (const id of ids) for (let count = 0; count < 4; count += 1) join(id)
    for (const id of ids) join(id)
    const seenLength = random.between(1, reply.length / 2)
    await until(({ text }) => text.length >= seenLength)
    await restart('SIGKILL')
    for (const id of ids) join(id)
    // an earlier crash would leave only its first attempt
    await until(({ offsets }) => offsets.some(({ attempt }) => attempt > 1))
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await hear(random.between(20, 120))
      for (const id of ids) join(id)
      await hear(random.between(1, 20))
      await midway()
      await restart(signal)
      for (const id of ids) join(id)
    }
    await allFollowers()
  }, 120_000)

  const all = () => [...followers].flatMap(([id, each]) => each.map((follower) => ({ id, follower })))

  it('reach each of them without gaps, repetitions or wrong joins', () => {
    expect(all().flatMap(({ follower: { faults } }) => faults)).toEqual([])
    expect(all().length).toBe(4 * 4 + 2 * 3 * 4)
  })

  it('finally equal the stored text, even when a crash has lost a part that was seen', async () => {
    for (const { id, follower } of all()) {
      const { text, status } = await read(ada, id)
      expect({ text: follower.text, status: follower.status }).toEqual({ text, status })
      expect(reply.startsWith(text)).toBe(true)
    }
    const ended = await Promise.all([...followers.keys()].map((id) => read(ada, id)))
    expect(ended.some(({ attempt }) => attempt > 1)).toBe(true)
    expect(ended.map(({ status }) => status)).toContain('COMPLETED')
    for (const { status, error } of ended)
      if (status !== 'COMPLETED') expect([status, error?.code]).toEqual(['FAILED', 'INTERRUPTED'])
  })

  it.each(transports)(
    'continue at any cursor that a client ever received, long after their end (%s)',
    async (transport) => {
      for (const { id, follower } of all()) {
        const place = random.pick(follower.offsets)
        const device = random.pick(devices)
        if (!place || !device) throw new Error('a follower without a place')
        const rest =
          transport === 'socket'
            ? await watch(device, id, place.cursor)
            : dataIn(await device.rest('GET', `/generations/${id}/stream?after=${place.cursor}`))
        const { text, status } = await read(device, id)
        expect(rest.reduce((kept, { offset, delta }) => kept.slice(0, offset) + delta, place.text)).toBe(text)
        // nothing twice, except after a crash that lost it
        const isKept = text.startsWith(place.text) && rest[0]?.attempt === place.attempt
        expect(folded(rest)).toBe(isKept ? text.slice(place.text.length) : text)
        expect(rest.at(-1)?.status).toBe(status)
      }
    },
  )
})
