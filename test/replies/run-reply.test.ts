import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { createLogger, StoreUnwritable } from '@parley/runtime'
import { until } from '@parley/testing'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { logRecords } from '../../src/database/log-records.js'
import type { ReplyGenerator, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { Checkpoint, Checkpoints } from '../../src/replies/checkpoints.js'
import { GenerationStore } from '../../src/replies/generation-store.js'
import type { Generation } from '../../src/replies/generation.js'
import { runReply } from '../../src/replies/run-reply.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'

const progress: readonly ReplyProgress[] = [
  { kind: 'started' },
  { kind: 'delta', attempt: 1, offset: 0, delta: 'half a re' },
  { kind: 'delta', attempt: 2, offset: 0, delta: 'another ' },
  { kind: 'delta', attempt: 2, offset: 8, delta: 'reply' },
  { kind: 'end', outcome: 'completed' },
]

/** Its shared saves are late, as those of PostgreSQL on another connection may be. */
class LateStore extends GenerationStore {
  override async checkpoint(some: Parameters<GenerationStore['checkpoint']>[0]): Promise<boolean[]> {
    if (some[0] instanceof Checkpoint) await pause(20)
    return super.checkpoint(some)
  }
}

describe('a run of a generation', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  function newStore(Store = GenerationStore) {
    return new Store(app.app.database, Date.now, {
      leaseMs: 30_000,
      spendTokens: () => Promise.resolve(),
      countReply: () => Promise.resolve(),
    })
  }

  /** A new generation that runs; `changes` say what an earlier owner has stored. */
  async function newRun(changes: Partial<Generation> = {}, { timeoutMs = 60_000, store = newStore() } = {}) {
    const { database, product } = app.app
    const ada = await app.person()
    const ownerId = Number(ada.id)
    const roomId = await ada.room()
    const room = await product.rooms.require({ kind: 'user', id: ownerId, role: 'USER' }, roomId)
    const request = { id: randomUUID(), roomId, ownerId, message: 'Hello', model: 'Local', searchAccess: false }
    const generation = { ...(await database.write((db) => store.insert(db, request))), ...changes }
    await database.write((db) => db.update(GenerationTable, { id: generation.id }, generation))
    const cancelled: string[] = []
    const run = (steps: readonly ReplyProgress[]) => {
      const generator: ReplyGenerator = {
        async *generate() {
          yield* await Promise.resolve(steps)
        },
        cancel: (id) => Promise.resolve(void cancelled.push(id)),
      }
      const log = createLogger('silent')
      const options = {
        ...product,
        store,
        checkpoints: new Checkpoints({ store, log, everyMs: 0 }),
        chatLogs: new EmbeddedChatLogStore(database, logRecords),
        generators: { office: generator, character: generator },
        hasVision: () => false,
        historyEntries: 10,
        clock: Date.now,
        timeoutMs,
        log,
      }
      return runReply(options, { generation, room, signal: new AbortController().signal })
    }
    return { run, cancelled, store, id: generation.id, stored: () => store.find(generation.id) }
  }

  it('publishes a new attempt only when it is stored: after a crash it runs again with another text', async () => {
    const { run, stored } = await newRun()
    const attempts: { readonly shown: number; readonly stored: number | undefined }[] = []
    for await (const step of run(progress))
      if (step.kind === 'delta') attempts.push({ shown: step.attempt, stored: (await stored())?.attempt })
    expect(attempts).toEqual([
      { shown: 1, stored: 1 },
      { shown: 2, stored: 2 },
      { shown: 2, stored: 2 },
    ])
    expect(await stored()).toMatchObject({ status: 'COMPLETED', attempt: 2, text: 'another reply' })
  })

  it('stores no text of an attempt after that of the next one, however late its checkpoint is', async () => {
    const { run, stored } = await newRun({}, { store: newStore(LateStore) })
    for await (const step of run(progress)) {
      if (step.kind !== 'delta') continue
      await pause(step.attempt === 1 ? 0 : 40)
      expect((await stored())?.attempt).toBe(step.attempt)
    }
    expect.assertions(3)
  })

  it.each<[string, Partial<Generation>, string | null]>([
    ['is stored before a client sees text', {}, 'at the start'],
    ['is stored with the first text in a second run, which begins another attempt', { interruptions: 1 }, null],
  ])('where another instance continues %s', async (_name, changes, expected) => {
    const { run, stored } = await newRun(changes)
    for await (const { kind } of run([{ kind: 'started', resumeAt: 'at the start' }, ...progress.slice(1)])) {
      if (kind !== 'started') break
      expect((await stored())?.resumeAt).toBe(expected)
    }
    expect.assertions(1)
  })

  it('that continues at another instance is not shown as queued while its queue is away', async () => {
    const away: ReplyProgress = { kind: 'queued', position: 1, reason: 'WORKER_AWAY', startsInMs: null }
    const kindsOf = async ({ run }: Awaited<ReturnType<typeof newRun>>) => {
      const kinds: string[] = []
      for await (const { kind } of run([away, ...progress])) kinds.push(kind)
      return kinds
    }
    const kinds = ['started', 'delta', 'delta', 'delta', 'ended']
    expect(await kindsOf(await newRun())).toEqual(['queued', ...kinds])
    expect(await kindsOf(await newRun({ status: 'RUNNING' }))).toEqual(kinds)
  })

  it('whose job another instance has cancelled ends with its text', async () => {
    const { run, stored } = await newRun()
    const steps = []
    for await (const { kind } of run(progress.slice(0, -2))) steps.push(kind)
    expect(steps).toEqual(['started', 'delta', 'delta', 'ended'])
    expect(await stored()).toMatchObject({ status: 'CANCELLED', attempt: 2, text: 'another ' })
  })

  it('whose deadline passed before another instance continues it leaves no job', async () => {
    const { run, cancelled, id, stored } = await newRun({}, { timeoutMs: 0 })
    for await (const step of run(progress)) expect(step).toEqual({ kind: 'ended' })
    expect(cancelled).toEqual([id])
    expect(await stored()).toMatchObject({ status: 'FAILED', errorCode: 'TIMED_OUT' })
  })

  describe('whose text waits for a shared checkpoint', () => {
    async function threeRuns() {
      const first = await newRun()
      const { store } = first
      const runs = [first, await newRun({}, { store }), await newRun({}, { store })]
      const checkpoints = new Checkpoints({ store, log: createLogger('silent'), everyMs: 0 })
      const texts = runs.map(({ id }) => checkpoints.open({ id, interruptions: 0 }))
      const keep = (text: string) => {
        for (const each of texts) each.keep({ attempt: 1, text, thoughts: null })
      }
      const whenSaved = async () => {
        // the timer of the first text comes before this one
        await pause(1)
        for (const { saving } of texts) await saving
      }
      const stored = () => Promise.all(runs.map(async (run) => (await run.stored())?.text))
      return { ids: runs.map(({ id }) => id), texts, keep, whenSaved, stored }
    }

    it('stores the newest one, and notices a run that another instance has claimed', async () => {
      const { ids, texts, keep, whenSaved, stored } = await threeRuns()
      const claimed = { owner: 'another', text: 'its text' }
      await app.app.database.write((db) => db.update(GenerationTable, { id: String(ids[1]) }, claimed))
      keep('older')
      keep('newest')
      await whenSaved()
      expect(await stored()).toEqual(['newest', 'its text', 'newest'])
      expect(texts.map(({ isOwn }) => isOwn)).toEqual([true, false, true])
    })

    it('stores the others when the store refuses one', async () => {
      const { texts, keep, whenSaved, stored } = await threeRuns()
      keep('newest')
      texts[1]?.keep({ attempt: NaN, text: 'refused', thoughts: null })
      await whenSaved()
      expect(await stored()).toEqual(['newest', '', 'newest'])
      await expect(texts[1]?.settle()).rejects.toThrow()
      expect(() => texts[1]?.keep({ attempt: 1, text: '', thoughts: null })).toThrow()
    })

    it('is saved again and again while the store refuses writes, with one line until a save succeeds', async () => {
      const { store, id, stored } = await newRun()
      const outcomes = ['refused', 'refused', 'stored', 'refused', 'stored']
      const checkpoint = async (some: Parameters<GenerationStore['checkpoint']>[0]) => {
        if (outcomes.shift() === 'refused') throw new StoreUnwritable('database', new Error('full'))
        return store.checkpoint(some)
      }
      const { log, events } = eventLog()
      const checkpoints = new Checkpoints({ store: { checkpoint }, log, everyMs: 0 })
      const text = checkpoints.open({ id, interruptions: 0 })
      text.keep({ attempt: 1, text: 'half', thoughts: null })
      await until('it is stored', async () => (await stored())?.text === 'half')
      text.keep({ attempt: 1, text: 'whole', thoughts: null })
      await until('it is stored', async () => (await stored())?.text === 'whole')
      expect(outcomes).toEqual([])
      expect(events).toEqual(['progress.save_failed', 'progress.save_failed'])
    })

    it('is not claimed with text that is older than the saved one', async () => {
      const { store, id, stored } = await newRun()
      const older = await stored()
      if (!older) throw new Error('no row')
      await store.checkpoint([{ run: { id, interruptions: 0 }, text: { attempt: 1, text: 'newest', thoughts: null } }])
      expect(await newStore().claim(older, older)).toBe(false)
    })

    it('stores nothing after its run has gone on', async () => {
      const { texts, keep, whenSaved, stored } = await threeRuns()
      keep('newest')
      await texts[0]?.settle()
      await whenSaved()
      expect(await stored()).toEqual(['', 'newest', 'newest'])
    })
  })
})
