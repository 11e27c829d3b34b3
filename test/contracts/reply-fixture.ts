import { expect } from '@jest/globals'
import type {
  ReplyDelta,
  ReplyGenerator,
  ReplyJob,
  ReplyProgress,
} from '../../src/ports/reply-generator/reply-generator.js'
import type { WebSearch } from '../../src/ports/web-search/web-search.js'
import { Reading } from './reading.js'

export interface GeneratorUnderTest {
  readonly generator: ReplyGenerator
  /** Whether jobs wait for another worker when this one drains. */
  readonly isShared?: boolean
  /** Of the worker, in whatever process it runs. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface GeneratorSetup {
  /** `scripted:` addresses by model word. */
  readonly scripts: Readonly<Record<string, string>>
  /** 1 when unset. */
  readonly concurrency?: number
  /** 64 when unset. */
  readonly queueLimit?: number
  readonly search?: WebSearch
  /** The window in which deltas are merged, in milliseconds; 0 when unset, so that chunks stay separate. */
  readonly mergeWindowMs?: number
}

export const text = 'Héllo 🙂, this reply is long enough for twenty pieces 🚀 with halves at the cuts 🤖!'
const encoded = encodeURIComponent(text)
export const thoughts = 'First the greeting 🤔, then the pieces.'
const scripts = {
  Local: `scripted:?reply=${encoded}&chunks=20&delayMs=1`,
  slow: `scripted:?reply=${encoded}&chunks=20&delayMs=15`,
  stalls: `scripted:?reply=${encoded}&chunks=20&delayMs=0&stallAt=2`,
  silent: 'scripted:?stallAt=1',
  fails: `scripted:?reply=${encoded}&chunks=20&delayMs=1&failAt=5`,
  empty: `scripted:?reply=${encoded}&empty=true`,
  failsTwice: 'scripted:?chunks=20&delayMs=1&failAt=5&completeFails=true',
  thinks: `scripted:?thoughts=${encodeURIComponent(thoughts)}&reply=${encoded}&chunks=20&delayMs=1`,
  thinksOnly: `scripted:?thoughts=only&reply=${encoded}&chunks=4&delayMs=1&failAt=5`,
  emptyTwice: 'scripted:?empty=true&completeFails=true',
}

export const away = { code: 'UNAVAILABLE', part: 'model', retryAfterMs: undefined }

/** The fixture of the contract's tests: one generator of kind office at a time. */
export class ReplyFixture {
  #opened: GeneratorUnderTest | undefined

  constructor(private readonly openGenerator: (setup: GeneratorSetup) => Promise<GeneratorUnderTest>) {}

  get generator(): ReplyGenerator {
    return this.#current().generator
  }

  async open(setup: Partial<GeneratorSetup> = {}): Promise<void> {
    this.#opened = await this.openGenerator({ scripts, ...setup })
  }

  start(model: string, parts: Partial<ReplyJob> = {}): Reading {
    return new Reading(this.generator, replyJob(model, parts))
  }

  /** A job that runs and does not end by itself. */
  async startStalled(): Promise<Reading> {
    const reading = this.start('stalls')
    await reading.untilText()
    return reading
  }

  async startQueued(position: number, parts: Partial<ReplyJob> = {}): Promise<Reading> {
    const reading = this.start('Local', parts)
    expect(await reading.take()).toMatchObject({ kind: 'queued', position })
    return reading
  }

  /** What a job gets that no worker will start: an error, or the report that it waits for one. */
  async expectNoWorker(reading: Reading): Promise<void> {
    if (this.#current().isShared) {
      expect(await reading.take()).toEqual({ kind: 'queued', position: 1, reason: 'WORKER_AWAY', startsInMs: null })
      reading.cancel()
    } else await expect(reading.all()).rejects.toMatchObject(away)
  }

  drain(): Promise<void> {
    return this.#current().drain()
  }

  close(): Promise<void> {
    return this.#current().close()
  }

  #current(): GeneratorUnderTest {
    if (!this.#opened) throw new Error('Open the generator first')
    return this.#opened
  }
}

export function replyJob(model: string, parts: Partial<ReplyJob> = {}): ReplyJob {
  const id = crypto.randomUUID()
  const deadline = Date.now() + 15_000
  return { id, kind: 'office', model, message: 'Hello', history: [], searchAccess: false, deadline, ...parts }
}

export function isDelta(progress: ReplyProgress): progress is ReplyDelta {
  return progress.kind === 'delta'
}

/** The text that a client keeps. */
export function fold(progress: readonly ReplyProgress[]): string {
  return progress.filter(isDelta).reduce((kept, { offset, delta }) => kept.slice(0, offset) + delta, '')
}
