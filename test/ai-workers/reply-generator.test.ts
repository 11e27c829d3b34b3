import { decodeLine, encodeLine, generationsPath } from '../../ai-workers/remote/wire.js'
import { type ReplyPart, PromptTooLong } from '@parley/engine'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { openListener } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { generationsRoute } from '../../ai-workers/remote/generations-route.js'
import { HttpReplyGenerator } from '../../ai-workers/remote/http-reply-generator.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { ReplyJob, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { Reading } from '../contracts/reading.js'
import { replyGeneratorContract } from '../contracts/reply-generator.js'

const logger = createLogger('silent')

replyGeneratorContract('in process', ({ scripts, mergeWindowMs = 0, ...settings }) => {
  const backends = new Map(
    Object.entries(scripts).map(([model, script]) => [model, new ScriptedBackend(parseScript(script))]),
  )
  const worker = new ReplyWorker({ kind: 'office', backends, logger, mergeWindowMs, ...settings })
  return Promise.resolve({ generator: worker, drain: () => worker.drain(), close: () => worker.close() })
})

replyGeneratorContract('over HTTP', async ({ scripts, mergeWindowMs = 0, ...settings }) => {
  const backends = new Map(
    Object.entries(scripts).map(([model, script]) => [model, new ScriptedBackend(parseScript(script))]),
  )
  const worker = new ReplyWorker({ kind: 'office', backends, logger, mergeWindowMs, ...settings })
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    logger,
    ready: () => true,
    mount: (app) => app.post(generationsPath, generationsRoute(worker, logger)),
  })
  const generator = new HttpReplyGenerator({ url: new URL(`http://127.0.0.1:${listener.port}`) })
  return {
    generator,
    drain: () => worker.drain(),
    close: async () => {
      await worker.close()
      await listener.close()
    },
  }
})

describe('the worker in process', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  describe('merging', () => {
    it('yields the first delta at once and the later ones every 25 ms, leaving no timer behind', async () => {
      const { events, finished } = watch(scripted('scripted:?reply=abcdefghij&chunks=10&delayMs=10'))
      await jest.advanceTimersByTimeAsync(0)
      expect(deltas(events)).toEqual(['a'])
      await jest.advanceTimersByTimeAsync(24)
      expect(deltas(events)).toEqual(['a'])
      await jest.advanceTimersByTimeAsync(1)
      expect(deltas(events)).toEqual(['a', 'bc'])
      await jest.advanceTimersByTimeAsync(25)
      expect(deltas(events)).toEqual(['a', 'bc', 'de'])
      await jest.advanceTimersByTimeAsync(40)
      await finished
      expect(deltas(events)).toEqual(['a', 'bc', 'de', 'fgh', 'ij'])
      expect(jest.getTimerCount()).toBe(0)
    })

    it('yields a delta at once when the model was silent for longer than that', async () => {
      const { events } = watch(scripted('scripted:?reply=abc&chunks=3&delayMs=1000'))
      await jest.advanceTimersByTimeAsync(1_000)
      expect(deltas(events)).toEqual(['a', 'b'])
      await jest.advanceTimersByTimeAsync(1_000)
      expect(deltas(events)).toEqual(['a', 'b', 'c'])
    })

    it('yields the first delta of the second attempt at once', async () => {
      const { events } = watch(scripted('scripted:?reply=abc&chunks=3&delayMs=1&failAt=2'))
      await jest.advanceTimersByTimeAsync(5)
      expect(deltas(events)).toEqual(['a', 'abc'])
    })

    it('holds back half a character until its other half arrives, and nothing else', async () => {
      const { events } = watch(chunks(['ab\ud83d', '\ude42c', '\ud83d', '\ude80']), { mergeWindowMs: 0 })
      await jest.runAllTimersAsync()
      expect(deltas(events).join('')).toBe('ab🙂c🚀')
      expect(deltas(events)[0]).toBe('ab')
      expect(deltas(events).every((delta) => !/\p{Surrogate}/u.test(delta))).toBe(true)
    })

    it('replaces broken characters by U+FFFD, so that lengths stay correct', async () => {
      const { events } = watch(chunks(['a\ude42b', '\ud83dc', 'd\ud83d']), { mergeWindowMs: 0 })
      await jest.runAllTimersAsync()
      expect(deltas(events).join('')).toBe('a\uFFFDb\uFFFDcd\uFFFD')
      expect(events.at(-1)).toEqual({ kind: 'end', outcome: 'completed' })
    })
  })

  it('may be empty in a completion, and is not generated again', async () => {
    let runs = 0
    const silent: TextBackend = {
      ...chunks(['', '']),
      complete: () => Promise.resolve([`again ${String((runs += 1))}`]),
    }
    const { events, finished } = watch(silent, {}, { ...job(), completion: { maxTokens: 5 } })
    await jest.runAllTimersAsync()
    await finished
    expect([events, runs]).toEqual([[{ kind: 'started' }, { kind: 'end', outcome: 'completed' }], 0])
  })

  describe('tool calls', () => {
    const call = (index: number, json: string, name?: string): ReplyPart => ({
      ...{ index, arguments: json },
      ...(name === undefined ? {} : { head: { id: name, name } }),
    })
    const withFields = (part: ReplyPart, fields: string | undefined): ReplyPart =>
      typeof part === 'object' && 'index' in part ? { ...part, fields } : part
    const alternating = [
      ...['Let ', 'me', call(0, '', 'clock'), call(0, '{"a":"\ud83d'), call(1, '{', 'weather')],
      ...[call(0, '\ude42"'), call(1, '}'), call(0, '}')],
    ]
    const calls = (events: readonly ReplyProgress[]) => events.filter((event) => event.kind === 'tool_call')

    it('are merged for a slow reader, one piece for each call, whatever their order', async () => {
      const { events } = watch(chunks(alternating), { mergeWindowMs: 1_000 })
      await jest.runAllTimersAsync()
      expect(events.slice(1, -1)).toEqual([
        { kind: 'delta', attempt: 1, offset: 0, delta: 'Let ' },
        { kind: 'delta', attempt: 1, offset: 4, delta: 'me' },
        {
          ...{ kind: 'tool_call', attempt: 1, index: 0, offset: 0 },
          ...{ head: { id: 'clock', name: 'clock' }, delta: '{"a":"🙂"}' },
        },
        { kind: 'tool_call', attempt: 1, index: 1, head: { id: 'weather', name: 'weather' }, offset: 0, delta: '{}' },
      ])
    })

    it.each([0, 1_000])(
      'keep the fields of their pieces, also merged and between processes (%d ms)',
      async (mergeWindowMs) => {
        const fields = ['{"a":1}\n', '{"b":[2]}\n', '{"b":[3]}\n']
        const parts = [call(0, '', 'clock'), call(0, ''), call(0, '{}')].map((part, n) => withFields(part, fields[n]))
        const { events } = watch(chunks(['Let', ...parts]), { mergeWindowMs })
        await jest.runAllTimersAsync()
        const received = calls(events).map((event) => decodeLine(encodeLine(event)))
        expect(received.map((line) => ('fields' in line ? line.fields : '')).join('')).toBe(fields.join(''))
      },
    )

    it('come piece by piece to a fast one, whole characters at a time, with the head first', async () => {
      const { events } = watch(chunks(alternating), { mergeWindowMs: 0 })
      await jest.runAllTimersAsync()
      const lengths = [0, 0]
      const seen = new Set<number>()
      for (const { index, offset, head, delta } of calls(events)) {
        expect(offset).toBe(lengths[index])
        expect(head !== undefined).toBe(!seen.has(index))
        seen.add(index)
        expect(delta).not.toMatch(/\p{Surrogate}/u)
        lengths[index] = offset + delta.length
      }
      expect(lengths).toEqual(['{"a":"🙂"}'.length, 2])
    })

    it('of an attempt that fails are replaced', async () => {
      const { events } = watch(
        {
          name: 'failing',
          async *stream() {
            yield* [call(0, '{', 'clock'), call(1, '{', 'clock')]
            await new Promise((resolve) => setTimeout(resolve, 1))
            throw new Error('broken')
          },
          complete: () => Promise.resolve(['Sorry']),
        },
        { mergeWindowMs: 1_000 },
      )
      await jest.runAllTimersAsync()
      expect(events.at(-2)).toEqual({ kind: 'delta', attempt: 2, offset: 0, delta: 'Sorry' })
    })
  })

  it('answers parallel next() calls in order', async () => {
    const reading = new Reading(worker(chunks(['a', 'b'])), job())
    const all = Promise.all([reading.take(), reading.take(), reading.take(), reading.take(), reading.take()])
    await jest.runAllTimersAsync()
    const kinds = (await all).map((progress) => progress?.kind)
    expect(kinds).toEqual(['started', 'delta', 'delta', 'end', undefined])
  })

  it('reports only the newest position to a slow reader', async () => {
    const shared = worker(scripted('scripted:?stallAt=1'))
    const readings = Array.from({ length: 4 }, () => new Reading(shared, job()))
    const first = await Promise.all(readings.map((reading) => reading.take()))
    expect(first.map((progress) => (progress?.kind === 'queued' ? progress.position : 0))).toEqual([0, 1, 2, 3])
    readings[0]?.cancel()
    readings[1]?.cancel()
    await jest.advanceTimersByTimeAsync(100)
    expect(await readings[3]?.take()).toMatchObject({ kind: 'queued', position: 1 })
    await shared.close()
  })

  it('compares the deadline with the given clock', async () => {
    const options = { clock: () => 1_000 }
    const { events, finished } = watch(scripted('scripted:?stallAt=1'), options, job({ deadline: 301_000 }))
    await jest.advanceTimersByTimeAsync(299_999)
    expect(events.at(-1)).toEqual({ kind: 'started' })
    await jest.advanceTimersByTimeAsync(1)
    await finished
    expect(events.at(-1)).toEqual({ kind: 'end', outcome: 'failed', reason: 'timed_out' })
    expect(jest.getTimerCount()).toBe(0)
  })

  it('does not confuse a far deadline with a near one', async () => {
    const { events } = watch(
      scripted('scripted:?reply=a&firstDelayMs=1000'),
      {},
      job({ deadline: Number.MAX_SAFE_INTEGER }),
    )
    await jest.advanceTimersByTimeAsync(1_000)
    expect(events.at(-1)).toEqual({ kind: 'end', outcome: 'completed', finish: 'stop' })
  })

  it('does not retry a prompt that cannot fit', async () => {
    let completions = 0
    const backend = faulty(
      new PromptTooLong({ promptTokens: 9, contextTokens: 8, isEstimate: false }),
      () => (completions += 1),
    )
    const { events } = watch(backend)
    await jest.runAllTimersAsync()
    const message = 'The prompt has 9 tokens, and the context of the model 8, for prompt and reply together'
    expect(events.at(-1)).toEqual({ kind: 'end', outcome: 'failed', reason: 'prompt_too_long', message })
    expect(completions).toBe(0)
  })

  it('does not retry a cancelled job', async () => {
    let completions = 0
    const stop = new AbortController()
    const backend = faulty(
      new Error('cut'),
      () => (completions += 1),
      () => stop.abort(),
    )
    const shared = worker(backend)
    for await (const progress of shared.generate(job(), stop.signal)) expect(progress.kind).toBe('started')
    await shared.close()
    expect(completions).toBe(0)
  })

  it('fails a reply that never ends', async () => {
    const { events } = watch(chunks(Array.from({ length: 11 }, () => 'x'.repeat(100_000))))
    await jest.runAllTimersAsync()
    expect(events.at(-1)).toEqual({ kind: 'end', outcome: 'failed', reason: 'generation_failed', isEmpty: true })
    expect(deltas(events).join('')).toHaveLength(1_000_000)
  })

  it('notifies the reader of a cancelled or late job at once, and keeps the slot until an unresponsive model stops', async () => {
    let letGo: (text: string) => void = () => undefined
    const deaf: TextBackend = {
      name: 'deaf',
      async *stream() {
        yield await new Promise<string>((resolve) => (letGo = resolve))
      },
      complete: () => Promise.reject(new Error('not this one')),
    }
    const shared = worker(deaf)
    const late = new Reading(shared, job({ deadline: Date.now() + 1_000 }))
    const lateProgress = late.all()
    const next = new Reading(shared, job())
    expect(await next.take()).toMatchObject({ kind: 'queued', position: 1 })
    await jest.advanceTimersByTimeAsync(1_000)
    expect((await lateProgress).at(-1)).toEqual({ kind: 'end', outcome: 'failed', reason: 'timed_out' })

    const started = next.take()
    letGo('too late')
    expect(await started).toEqual({ kind: 'started' })
    const pending = next.take()
    await next.leave()
    expect(await pending).toBeUndefined()
    const closed = shared.close()
    letGo('too late')
    await closed
  })

  it('rejects a job of the other kind as a fault of the wiring', async () => {
    const reading = new Reading(worker(chunks(['a'])), job({ kind: 'character' }))
    await expect(reading.all()).rejects.toThrow('The office worker was given a job of kind character')
  })
})

type Settings = Partial<ConstructorParameters<typeof ReplyWorker>[0]>

function worker(backend: TextBackend, settings: Settings = {}): ReplyWorker {
  return new ReplyWorker({ kind: 'office', backends: new Map([['Local', backend]]), logger, ...settings })
}

function watch(backend: TextBackend, settings: Settings = {}, watched = job()) {
  const events: ReplyProgress[] = []
  const stream = worker(backend, settings).generate(watched, new AbortController().signal)
  const finished = (async () => {
    for await (const progress of stream) events.push(progress)
  })()
  return { events, finished }
}

function scripted(address: string): TextBackend {
  return new ScriptedBackend(parseScript(address))
}

function chunks(pieces: readonly ReplyPart[]): TextBackend {
  return {
    name: 'pieces',
    async *stream() {
      for (const piece of pieces) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        yield piece
      }
    },
    complete: () => Promise.resolve([]),
  }
}

/** Throws `error` when streamed, after calling `before`. */
function faulty(error: Error, onComplete: () => void, before: () => void = () => undefined): TextBackend {
  return {
    name: 'faulty',
    stream: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => {
          before()
          return Promise.reject(error)
        },
      }),
    }),
    complete: () => {
      onComplete()
      return Promise.resolve(['second'])
    },
  }
}

function deltas(events: readonly ReplyProgress[]): string[] {
  return events.flatMap((event) => (event.kind === 'delta' ? [event.delta] : []))
}

function job(parts: Partial<ReplyJob> = {}): ReplyJob {
  const id = '00000000-0000-4000-8000-000000000001'
  const deadline = Date.now() + 15_000
  return { id, kind: 'office', model: 'Local', message: 'Hello', history: [], searchAccess: false, deadline, ...parts }
}
