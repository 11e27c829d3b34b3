import { afterEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { MemoryEventBus } from '../../src/ports/event-bus/memory-event-bus.js'
import type { Position } from '../../src/replies/watching/cursor.js'
import type { GenerationEvent } from '../../src/replies/generation.js'
import type { Snapshot } from '../../src/replies/watching/snapshot.js'
import { Broadcasts } from '../../src/replies/watching/broadcasts.js'
import { notWaiting } from '../../src/replies/queue-position.js'
import { GenerationWatch } from '../../src/replies/watching/generation-watch.js'

const start: Snapshot = {
  id: '11111111-2222-4333-8444-555555555555',
  roomId: 'r',
  status: 'QUEUED',
  attempt: 1,
  text: '',
  thoughts: null,
  thoughtsMs: null,
  webSearch: null,
  sources: null,
  ...notWaiting,
  finishReason: null,
  errorCode: null,
  entryIndex: null,
}

type Act =
  | { readonly kind: 'grow' | 'think'; readonly delta: string; readonly sent: 'once' | 'twice' | 'lost' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'read'; readonly reader: number }
  | { readonly kind: 'come'; readonly offset: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('grow' as const, 'think' as const),
    delta: fc.string({ minLength: 1, maxLength: 5 }),
    sent: fc.constantFrom('once' as const, 'twice' as const, 'lost' as const),
  }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('read' as const), reader: fc.nat(3) }),
  fc.record({ kind: fc.constant('come' as const), offset: fc.nat(40) }),
)

const running: Snapshot = { ...start, status: 'RUNNING' }

interface Watching {
  readonly after?: Position
  readonly reader?: string
  readonly readsThoughts?: boolean
}

function watchOf(broadcasts: Broadcasts, { after, reader = '1', readsThoughts = false }: Watching = {}) {
  return new GenerationWatch({ broadcast: broadcasts.open(start.id), after, reader, readsThoughts })
}

const buses: MemoryEventBus[] = []
// a broadcast that is still followed would continue to poll during the next test file
afterEach(() => {
  for (const bus of buses.splice(0)) void bus.close()
})

function broadcastsOn(bus: MemoryEventBus, read: () => Promise<Snapshot | null>, limit = 256): Broadcasts {
  buses.push(bus)
  return new Broadcasts({ subscribe: (id) => bus.subscribe(id, { limit }), read, pollMs: 1 })
}

const folded = (events: readonly GenerationEvent[]) =>
  events.reduce((kept, { offset, delta }) => kept.slice(0, offset) + delta, '')

describe('watchers', () => {
  it('fold to the whole text and thoughts whatever the bus loses, duplicates or drops, and whenever they start and read', async () => {
    const acts = fc.array(act, { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(acts, fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
        const bus = new MemoryEventBus()
        let state = running
        const broadcasts = broadcastsOn(bus, () => Promise.resolve(state), limit)
        const readers: Reader[] = [
          new Reader(watchOf(broadcasts)),
          new Reader(watchOf(broadcasts, { readsThoughts: true })),
        ]
        for (const step of steps) {
          if (step.kind === 'restart') state = { ...state, attempt: state.attempt + 1, text: '', thoughts: null }
          if (step.kind === 'read') await readers[step.reader % readers.length]?.read()
          if (step.kind === 'come') {
            const after = { attempt: state.attempt, offset: Math.min(step.offset, state.text.length) }
            const readsThoughts = step.offset % 2 === 0
            readers.push(new Reader(watchOf(broadcasts, { after, readsThoughts }), state.text.slice(0, after.offset)))
          }
          if (step.kind !== 'grow' && step.kind !== 'think') continue
          const before = (step.kind === 'grow' ? state.text : state.thoughts) ?? ''
          const piece = { attempt: state.attempt, offset: before.length, delta: step.delta }
          const message = JSON.stringify(step.kind === 'grow' ? piece : { thought: piece })
          const grown = before + step.delta
          state = step.kind === 'grow' ? { ...state, text: grown } : { ...state, thoughts: grown }
          if (step.sent !== 'lost') bus.publish(start.id, message)
          if (step.sent === 'twice') bus.publish(start.id, message)
        }
        state = { ...state, status: 'COMPLETED', entryIndex: 1 }
        bus.publish(start.id, { changed: true })
        for (const reader of readers) {
          await reader.readToEnd()
          expect(reader.text).toBe(state.text)
          expect(reader.thoughts).toBe(reader.readsThoughts ? (state.thoughts ?? '') : '')
          reader.expectNewEvents()
          expect(reader.events.at(-1)?.status).toBe('COMPLETED')
        }
        expect([bus.topics.length, broadcasts.count]).toEqual([0, 0])
      }),
      { numRuns: 200 },
    )
  })

  it('with the same position get the same event, created once', async () => {
    const bus = new MemoryEventBus()
    const broadcasts = broadcastsOn(bus, () => Promise.resolve(running))
    const watches = [watchOf(broadcasts), watchOf(broadcasts, { reader: '2' }), watchOf(broadcasts)]
    for (const watch of watches) await watch.next()
    const waiting = watches.map((watch) => watch.next())
    bus.publish(start.id, { attempt: 1, offset: 0, delta: 'Hello' })
    const [first, ...others] = (await Promise.all(waiting)).map(({ value }) => value)
    expect(first?.delta).toBe('Hello')
    for (const other of others) expect(other).toBe(first)
    await Promise.all(watches.map((watch) => watch.return()))
  })

  it('receive thoughts only if they read them, and are not woken by them otherwise', async () => {
    const bus = new MemoryEventBus()
    const broadcasts = broadcastsOn(bus, () => Promise.resolve(running))
    const plain = watchOf(broadcasts)
    const [reader, other] = [watchOf(broadcasts, { readsThoughts: true }), watchOf(broadcasts, { readsThoughts: true })]
    for (const watch of [plain, reader, other]) await watch.next()
    let woken = 0
    plain.notify(() => (woken += 1))
    const waiting = [reader.next(), other.next()]
    bus.publish(start.id, { thought: { attempt: 1, offset: 0, delta: 'Hm' } })
    const [first, second] = (await Promise.all(waiting)).map(({ value }) => value)
    expect(first).toMatchObject({ offset: 0, delta: '', thoughtsOffset: 0, thoughtsDelta: 'Hm' })
    expect(second).toBe(first)
    expect(woken).toBe(0)
    const next = reader.next()
    bus.publish(start.id, { attempt: 1, offset: 0, delta: 'Hello' })
    expect((await next).value).toMatchObject({ delta: 'Hello', thoughtsOffset: 2, thoughtsDelta: '' })
    expect(plain.poll()?.value).toMatchObject({ delta: 'Hello', thoughtsOffset: null, thoughtsDelta: null })
    await Promise.all([plain, reader, other].map((watch) => watch.return()))
  })

  it('of different accounts get separate events with an entry', async () => {
    const bus = new MemoryEventBus()
    let state = running
    const broadcasts = broadcastsOn(bus, () => Promise.resolve(state))
    const watches = ['1', '2', '1'].map((reader) => watchOf(broadcasts, { reader }))
    for (const watch of watches) await watch.next()
    const waiting = watches.map((watch) => watch.next())
    state = { ...state, status: 'COMPLETED', entryIndex: 1 }
    bus.publish(start.id, { changed: true })
    const [one, other, again] = (await Promise.all(waiting)).map(({ value }) => value)
    expect(again).toBe(one)
    expect(other).not.toBe(one)
    expect(other).toEqual(one)
  })

  it('that read nothing use no memory: the missing text arrives in one piece', async () => {
    const bus = new MemoryEventBus()
    let state = running
    const broadcasts = broadcastsOn(bus, () => Promise.resolve(state), 1)
    const watch = watchOf(broadcasts)
    await watch.next()
    for (let count = 0; count < 1_000; count += 1) {
      bus.publish(start.id, { attempt: 1, offset: state.text.length, delta: 'word ' })
      state = { ...state, text: `${state.text}word ` }
    }
    await watchOf(broadcasts).next()
    await new Promise((resolve) => setImmediate(resolve))
    const { value } = await watch.next()
    expect(value?.delta).toBe(state.text)
  })

  it('that started later do not receive earlier events', async () => {
    const bus = new MemoryEventBus()
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    let state: Snapshot = { ...start, position: 1 }
    let looks = 0
    const look = async () => {
      const found = state
      looks += 1
      if (looks === 1) await slow
      return found
    }
    const watch = watchOf(broadcastsOn(bus, look))
    state = running
    expect((await watch.next()).value?.status).toBe('RUNNING')
    const waiting = watch.next()
    release()
    await new Promise((resolve) => setImmediate(resolve))
    state = { ...running, text: 'Hello' }
    bus.publish(start.id, { attempt: 1, offset: 0, delta: 'Hello' })
    expect((await waiting).value).toMatchObject({ status: 'RUNNING', delta: 'Hello' })
    await watch.return()
  })

  it('treat an unknown message as a lost one', async () => {
    const bus = new MemoryEventBus()
    let state = running
    const watch = watchOf(broadcastsOn(bus, () => Promise.resolve(state)))
    await watch.next()
    const waiting = watch.next()
    state = { ...state, text: 'Hello' }
    bus.publish(start.id, 'what is this')
    expect((await waiting).value?.delta).toBe('Hello')
    await watch.return()
  })

  it('that have more text than others do not receive it again', async () => {
    const bus = new MemoryEventBus()
    let state = running
    const broadcasts = broadcastsOn(bus, () => Promise.resolve(state))
    const early = watchOf(broadcasts)
    await early.next()
    // lost for the others
    state = { ...state, text: 'Hello' }
    const late = watchOf(broadcasts)
    expect((await late.next()).value?.delta).toBe('Hello')
    const waiting = late.next()
    bus.publish(start.id, { attempt: 1, offset: 0, delta: 'He' })
    state = { ...state, text: 'Hello you' }
    bus.publish(start.id, { changed: true })
    expect((await waiting).value).toMatchObject({ offset: 5, delta: ' you' })
    await Promise.all([early.return(), late.return()])
  })
})

describe('a watcher', () => {
  it('ends a waiting next() at once when it is returned, and the last one frees the subscription', async () => {
    const bus = new MemoryEventBus()
    const broadcasts = broadcastsOn(bus, () => Promise.resolve(running))
    const [watch, other] = [watchOf(broadcasts), watchOf(broadcasts)]
    await watch.next()
    const waiting = watch.next()
    await watch.return()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(bus.topics.length).toBe(1)
    await other.return()
    expect([bus.topics.length, broadcasts.count]).toEqual([0, 0])
  })

  it('ends when the generation no longer exists', async () => {
    const bus = new MemoryEventBus()
    const watch = watchOf(broadcastsOn(bus, () => Promise.resolve(null)))
    expect(await watch.next()).toEqual({ done: true, value: undefined })
    expect(bus.topics.length).toBe(0)
  })

  it('receives the end of one that is deleted later, with its text unchanged', async () => {
    const bus = new MemoryEventBus()
    let state: Snapshot | null = { ...running, text: 'Hello' }
    const watch = watchOf(broadcastsOn(bus, () => Promise.resolve(state)))
    await watch.next()
    const waiting = watch.next()
    state = null
    bus.publish(start.id, { changed: true })
    expect((await waiting).value).toMatchObject({ status: 'CANCELLED', offset: 5, delta: '' })
    expect(await watch.next()).toEqual({ done: true, value: undefined })
  })

  it('receives the error of a read, like the others', async () => {
    const bus = new MemoryEventBus()
    let isAway = false
    const look = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(running))
    const broadcasts = broadcastsOn(bus, look)
    const watches = [watchOf(broadcasts), watchOf(broadcasts)]
    for (const watch of watches) await watch.next()
    const waiting = watches.map((watch) => watch.next())
    isAway = true
    bus.publish(start.id, { changed: true })
    for (const each of waiting) await expect(each).rejects.toThrow('away')
    expect([bus.topics.length, broadcasts.count]).toEqual([0, 0])
  })
})

/** A client that applies the rule to its text. */
class Reader {
  readonly events: GenerationEvent[] = []
  #reading: Promise<boolean> | undefined

  constructor(
    private readonly watch: GenerationWatch,
    private readonly had = '',
  ) {}

  get readsThoughts(): boolean {
    return this.watch.readsThoughts
  }

  get thoughts(): string {
    return this.events.reduce(
      (kept, { thoughtsOffset, thoughtsDelta }) =>
        thoughtsDelta === null ? kept : kept.slice(0, thoughtsOffset ?? 0) + thoughtsDelta,
      '',
    )
  }

  /** Each adds something, or is of another state. */
  expectNewEvents(): void {
    this.events.forEach((event, index) => {
      const before = this.events[index - 1]
      if (before?.status === event.status && before.attempt === event.attempt)
        expect(event.delta + (event.thoughtsDelta ?? '')).not.toBe('')
    })
  }

  get text(): string {
    return folded([{ offset: 0, delta: this.had } as GenerationEvent, ...this.events])
  }

  /** Requests one event, which may arrive later. */
  async read(): Promise<void> {
    this.#reading ??= this.#next().finally(() => (this.#reading = undefined))
    await Promise.resolve()
  }

  async readToEnd(): Promise<void> {
    await this.#reading
    while (await this.#next()) continue
  }

  async #next(): Promise<boolean> {
    const { value } = await this.watch.next()
    if (value) this.events.push(value)
    return value !== undefined
  }
}
