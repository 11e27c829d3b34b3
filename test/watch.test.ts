import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { MemoryEventBus } from '../src/ports/event-bus/memory-event-bus.js'
import type { GenerationEvent } from '../src/replies/generation.js'
import type { Snapshot } from '../src/replies/snapshot.js'
import { notWaiting } from '../src/replies/standing.js'
import { GenerationWatch } from '../src/replies/watch.js'

const start: Snapshot = {
  id: '11111111-2222-4333-8444-555555555555',
  roomId: 'r',
  status: 'QUEUED',
  attempt: 1,
  text: '',
  ...notWaiting,
  errorCode: null,
  entryIndex: null,
}

type Act =
  | { readonly kind: 'grow'; readonly delta: string; readonly sent: 'once' | 'twice' | 'lost' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'read' }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('grow' as const),
    delta: fc.string({ minLength: 1, maxLength: 5 }),
    sent: fc.constantFrom('once' as const, 'twice' as const, 'lost' as const),
  }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('read' as const) }),
)

describe('a watcher', () => {
  it('folds to the whole text whatever the bus loses, doubles or drops', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), async (acts, limit) => {
        const bus = new MemoryEventBus()
        let state: Snapshot = { ...start, status: 'RUNNING' }
        const watch = new GenerationWatch({
          subscription: bus.subscribe('g', { limit }),
          look: () => Promise.resolve(state),
          after: undefined,
          pollMs: 1,
        })
        const events: GenerationEvent[] = []
        let reading: Promise<void> | undefined
        const read = async () => {
          const { value } = await watch.next()
          if (value) events.push(value)
        }
        await read()
        for (const step of acts) {
          if (step.kind === 'restart') state = { ...state, attempt: state.attempt + 1, text: '' }
          if (step.kind === 'read') reading ??= read().finally(() => (reading = undefined))
          if (step.kind !== 'grow') continue
          const message = JSON.stringify({ attempt: state.attempt, offset: state.text.length, delta: step.delta })
          state = { ...state, text: state.text + step.delta }
          if (step.sent !== 'lost') bus.publish('g', message)
          if (step.sent === 'twice') bus.publish('g', message)
        }
        state = { ...state, status: 'COMPLETED', entryIndex: 1 }
        bus.publish('g', '{"changed":true}')
        await reading
        for await (const event of watch) events.push(event)
        const text = events.reduce((kept, { offset, delta }) => kept.slice(0, offset) + delta, '')
        expect(text).toBe(state.text)
        expect(events.at(-1)?.status).toBe('COMPLETED')
        expect(bus.topicCount).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('ends a waiting next() at once when it is returned, and frees its subscription', async () => {
    const bus = new MemoryEventBus()
    const look = () => Promise.resolve<Snapshot>({ ...start, status: 'RUNNING' })
    const watch = new GenerationWatch({ subscription: bus.subscribe('g'), look, after: undefined })
    await watch.next()
    const waiting = watch.next()
    await watch.return()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(bus.topicCount).toBe(0)
  })

  it('ends when the generation is gone', async () => {
    const bus = new MemoryEventBus()
    const watch = new GenerationWatch({
      subscription: bus.subscribe('g'),
      look: () => Promise.resolve(null),
      after: undefined,
    })
    expect(await watch.next()).toEqual({ done: true, value: undefined })
  })
})
