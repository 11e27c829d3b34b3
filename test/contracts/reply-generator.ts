import { afterEach, describe, expect, it } from '@jest/globals'
import type { ReplyDelta, ReplyProgress, ReplyThought } from '../../src/ports/reply-generator/reply-generator.js'
import { replyCancelContract } from './reply-cancel.js'
import {
  away,
  fold,
  type GeneratorSetup,
  type GeneratorUnderTest,
  isDelta,
  ReplyFixture,
  replyJob,
  text,
  thoughts,
} from './reply-fixture.js'

/** The contract of every ReplyGenerator. `open` returns one of kind office for each test. */
export function replyGeneratorContract(
  name: string,
  open: (setup: GeneratorSetup) => Promise<GeneratorUnderTest>,
): void {
  describe(`the reply generator: ${name}`, () => {
    const fixture = new ReplyFixture(open)
    afterEach(() => fixture.close())

    replyCancelContract(fixture)

    describe('a job', () => {
      it('gives exactly the text of the model, in contiguous deltas of whole characters', async () => {
        await fixture.open()
        const progress = await fixture.start('Local').all()
        const deltas = progress.filter(isDelta)
        expect(progress[0]).toEqual({ kind: 'started' })
        expect(progress.at(-1)).toEqual({ kind: 'end', outcome: 'completed', finish: 'stop' })
        expect(deltas.length).toBeGreaterThan(5)
        expect(deltas.map(({ delta }) => delta).join('')).toBe(text)
        expectContiguous(deltas)
      })

      it('gives the thoughts of the model before its text and apart from it, when it reads them', async () => {
        await fixture.open()
        const progress = await fixture.start('thinks', { readsThoughts: true }).all()
        const pieces = progress.filter((each) => each.kind === 'thought')
        expect(pieces.map(({ delta }) => delta).join('')).toBe(thoughts)
        expect(pieces.length).toBeGreaterThan(1)
        expect(progress.findLastIndex(({ kind }) => kind === 'thought')).toBeLessThan(progress.findIndex(isDelta))
        expectContiguous(pieces)
        expectContiguous(progress.filter(isDelta))
        expect(fold(progress)).toBe(text)
        const without = await fixture.start('thinks').all()
        expect(without.map(({ kind }) => kind)).not.toContain('thought')
        expect(fold(without)).toBe(text)
      })

      it('merges thoughts for a slow reader, and begins them anew with the second attempt', async () => {
        await fixture.open()
        const [slow, next] = [fixture.start('thinks', { readsThoughts: true }), fixture.start('Local')]
        await slow.untilStarted()
        expect(await next.outcome()).toBe('completed')
        expect(await slow.all()).toEqual([
          { kind: 'thought', attempt: 1, offset: 0, delta: thoughts },
          { kind: 'delta', attempt: 1, offset: 0, delta: text },
          { kind: 'end', outcome: 'completed', finish: 'stop' },
        ])
        const failed = await fixture.start('thinksOnly', { readsThoughts: true }).all()
        expect(failed.filter(({ kind }) => kind === 'thought').at(-1)).toEqual({
          ...{ kind: 'thought', attempt: 2, offset: 0, delta: 'only' },
        })
        expect(fold(failed)).toBe(text)
      })

      it('does nothing before its first next()', async () => {
        await fixture.open({ queueLimit: 0 })
        fixture.generator.generate(replyJob('stalls'), new AbortController().signal)
        expect(await fixture.start('Local').outcome()).toBe('completed')
      })

      it('keeps the slot no longer than the model needs, however slowly it is read, and loses nothing', async () => {
        await fixture.open()
        const slowlyRead = fixture.start('Local')
        await slowlyRead.untilStarted()
        expect(await fixture.start('Local').outcome()).toBe('completed')
        expect(await slowlyRead.all()).toEqual([
          { kind: 'delta', attempt: 1, offset: 0, delta: text },
          { kind: 'end', outcome: 'completed', finish: 'stop' },
        ])
      })

      it('is refused for a model the worker does not have', async () => {
        await fixture.open()
        await expect(fixture.start('hosted9').all()).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
      })

      it('is refused for a message that is longer than the limit it brings, in code points', async () => {
        await fixture.open()
        const message = '🚀'.repeat(20)
        expect(await fixture.start('Local', { message, messageLimit: 20 }).outcome()).toBe('completed')
        expect(await fixture.start('Local', { message }).outcome()).toBe('completed')
        const refused = fixture.start('Local', { message, messageLimit: 19 })
        await expect(refused.all()).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          message: expect.stringContaining('19'),
        })
      })

      it('stays over once it has ended', async () => {
        await fixture.open()
        const reading = fixture.start('Local')
        await reading.all()
        expect(await reading.take()).toBeUndefined()
        expect(await reading.take()).toBeUndefined()
      })
    })

    describe('the search of a job', () => {
      const link = 'https://x.example/'
      const found = [
        { title: 'A page', snippet: 'What it says', link },
        { title: 'Another', snippet: '', link },
      ]
      const source = { kind: 'WEB', link, file: null, place: null }
      const sources = [
        { ...source, number: 1, title: 'A page', passage: 'What it says' },
        { ...source, number: 2, title: 'Another', passage: null },
      ]
      const report = { kind: 'search', query: 'Hello' }
      /** A search that ends when the test says what it has found. */
      const openSearch = async () => {
        let end: (results: typeof found | null) => void = () => undefined
        const results = new Promise<typeof found | null>((resolve) => (end = resolve))
        await fixture.open({ search: { search: () => results } })
        return end
      }
      const searches = (progress: readonly ReplyProgress[]) => progress.filter(({ kind }) => kind === 'search')

      it.each([
        ['found', found, { state: 'ENDED', sources }],
        ['found nothing', [], { state: 'ENDED', sources: [] }],
        ['failed', null, { state: 'FAILED', sources: [] }],
      ])('is reported while it runs, and when it has %s, before the text', async (_, results, ended) => {
        const end = await openSearch()
        const reading = fixture.start('Local', { searchAccess: true, readsSearch: true })
        let first = await reading.take()
        while (first && first.kind !== 'search') first = await reading.take()
        expect(first).toEqual({ ...report, state: 'SEARCHING', sources: [] })
        end(results)
        const rest = await reading.all()
        expect(searches(rest)).toEqual([{ ...report, ...ended }])
        expect(rest.findIndex(({ kind }) => kind === 'search')).toBeLessThan(rest.findIndex(isDelta))
        expect(fold(rest)).toBe(text)
      })

      it('is reported neither to a reader that does not want to know of it nor without one', async () => {
        const end = await openSearch()
        end(found)
        expect(searches(await fixture.start('Local', { searchAccess: true }).all())).toEqual([])
        expect(searches(await fixture.start('Local', { readsSearch: true }).all())).toEqual([])
      })
    })

    describe('the fallback', () => {
      it.each(['fails', 'empty'])(
        'gives the whole text as attempt 2 when the stream fails or is empty: %s',
        async (model) => {
          await fixture.open()
          const progress = await fixture.start(model).all()
          const second = progress.filter(isDelta).filter(({ attempt }) => attempt === 2)
          expect(second.map(({ delta }) => delta).join('')).toBe(text)
          expect(fold(progress)).toBe(text)
          expectContiguous(second)
          expect(progress.at(-1)).toEqual({ kind: 'end', outcome: 'completed', finish: 'stop' })
        },
      )

      it('shows the partial text of the first attempt before it is replaced', async () => {
        await fixture.open()
        const first = (await fixture.start('fails').all()).filter(isDelta).filter(({ attempt }) => attempt === 1)
        expectContiguous(first)
        const partial = first.map(({ delta }) => delta).join('')
        expect(partial).not.toBe('')
        expect(text.startsWith(partial)).toBe(true)
      })

      it.each(['failsTwice', 'emptyTwice'])('fails when the second try fails too: %s', async (model) => {
        await fixture.open()
        const progress = await fixture.start(model).all()
        expect(progress.at(-1)).toEqual({ kind: 'end', outcome: 'failed', reason: 'generation_failed' })
        expect(await fixture.start('Local').outcome()).toBe('completed')
      })
    })

    describe('the queue', () => {
      it('runs one job at a time in the order of arrival and reports to each job its position as it moves up', async () => {
        await fixture.open()
        const first = await fixture.startStalled()
        const second = fixture.start('silent')
        expect(await second.take()).toMatchObject({ kind: 'queued', position: 1 })
        const third = await fixture.startQueued(2)

        first.cancel()
        await second.untilStarted()
        expect(await third.take()).toMatchObject({ kind: 'queued', position: 1 })
        second.cancel()
        expect(await third.outcome()).toBe('completed')
      })

      it('starts a job of high priority before normal ones, and reports to those the reason of their wait', async () => {
        await fixture.open()
        const first = await fixture.startStalled()
        const normal = fixture.start('Local')
        expect(await normal.take()).toEqual({ kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null })
        const high = await fixture.startQueued(1, { caller: 'user:1', priority: 'high' })
        expect(await normal.take()).toEqual({ kind: 'queued', position: 2, reason: 'PRIORITY', startsInMs: null })
        first.cancel()
        expect(await high.outcome()).toBe('completed')
        expect(await normal.outcome()).toBe('completed')
      })

      it('runs as many jobs at a time as it may', async () => {
        await fixture.open({ concurrency: 2 })
        await fixture.startStalled()
        const second = fixture.start('Local')
        await second.untilStarted()
        expect(await second.outcome()).toBe('completed')
      })

      it('refuses a job with UNAVAILABLE and a time to wait when it is full, and accepts the next when it is not', async () => {
        await fixture.open({ queueLimit: 1 })
        const running = await fixture.startStalled()
        const waiting = await fixture.startQueued(1)

        await expect(fixture.start('Local').all()).rejects.toMatchObject(refusal)
        running.cancel()
        expect(await waiting.outcome()).toBe('completed')
        expect(await fixture.start('Local').outcome()).toBe('completed')
      })
    })

    describe('the deadline', () => {
      it('ends a stalled job as timed out with the text so far, and frees the slot', async () => {
        await fixture.open()
        const progress = await fixture.start('stalls', { deadline: Date.now() + 1_000 }).all()
        expect(fold(progress)).not.toBe('')
        expect(text.startsWith(fold(progress))).toBe(true)
        expect(progress.at(-1)).toEqual(timedOut)
        expect(await fixture.start('Local').outcome()).toBe('completed')
      })

      it('counts the time in the queue', async () => {
        await fixture.open()
        const running = await fixture.startStalled()
        const queued = await fixture.startQueued(1, { deadline: Date.now() + 50 })
        expect(await queued.all()).toEqual([timedOut])
        running.cancel()
        expect(await fixture.start('Local').outcome()).toBe('completed')
      })

      it('may already have passed', async () => {
        await fixture.open()
        const progress = await fixture.start('silent', { deadline: Date.now() - 1 }).all()
        expect(progress.at(-1)).toEqual(timedOut)
      })
    })

    describe('shutdown', () => {
      it('drains: starts neither new nor waiting jobs, and waits for the running ones', async () => {
        await fixture.open()
        const running = fixture.start('slow')
        await running.untilStarted()
        const waiting = await fixture.startQueued(1)

        let isDrained = false
        const drained = fixture.drain().then(() => (isDrained = true))
        await fixture.expectNoWorker(waiting)
        await fixture.expectNoWorker(fixture.start('Local'))
        expect(isDrained).toBe(false)
        expect(fold(await running.all())).toBe(text)
        await drained
      })

      it('drains at once when nothing runs, however often it is called', async () => {
        await fixture.open()
        await fixture.drain()
        await Promise.all([fixture.drain(), fixture.close()])
        await expect(fixture.start('Local').all()).rejects.toMatchObject(away)
      })

      it('closes: every job ends with UNAVAILABLE, never as completed', async () => {
        await fixture.open()
        const running = await fixture.startStalled()
        const waiting = await fixture.startQueued(1)
        const both = [running.all(), waiting.all()].map((reading) => expect(reading).rejects.toMatchObject(away))
        await fixture.close()
        await Promise.all(both)
      })
    })
  })
}

const refusal = { code: 'UNAVAILABLE', part: 'model', retryAfterMs: expect.any(Number) }
const timedOut = { kind: 'end', outcome: 'failed', reason: 'timed_out' }

function expectContiguous(deltas: readonly (ReplyDelta | ReplyThought)[]): void {
  let offset = 0
  for (const piece of deltas) {
    expect(piece.offset).toBe(offset)
    expect(piece.delta).not.toBe('')
    expect(piece.delta).not.toMatch(/\p{Surrogate}/u)
    offset += piece.delta.length
  }
}
