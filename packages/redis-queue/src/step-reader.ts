import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { bullPrefix } from './keys.js'

/** A reader of one stream. */
export interface StepFollower {
  readonly stream: string
  /** The id of the last entry that was read. */
  lastEntry: string
  receive(run: string, step: string): void
}

/** An id, and the names and values of its fields. */
export type StepEntry = [id: string, fields: string[]]

const blockMs = 5_000
const retryMs = 250
const entriesPerRead = 500
const wakeLifetimeMs = 60_000

/** One blocking connection for all streams of a process. It pauses between reads: the cost of a read grows with the streams. */
export class StepReader {
  readonly #followers = new Map<string, StepFollower>()
  /** An entry in this stream ends a blocking read, so that the next one includes new followers. */
  readonly #wakeStream = `${bullPrefix}:replies:wake:${randomUUID()}`
  #lastWake = '0-0'
  /** The followers whose streams the current read has asked for. */
  #asked: ReadonlySet<StepFollower> = new Set()
  #isReading = false
  #wake: (() => void) | undefined
  readonly #closing = new AbortController()
  readonly #running: Promise<void>

  /** `control` sends the other commands; `blocking` is used by this reader only. */
  constructor(
    private readonly control: Redis,
    private readonly blocking: Redis,
    private readonly paceMs = 5,
  ) {
    this.#running = this.#run()
  }

  follow(follower: StepFollower): void {
    this.#followers.set(follower.stream, follower)
    this.#wake?.()
    if (!this.#isReading) return
    const { control } = this
    // when that fails, the read ends with its connection, or after `blockMs`
    control.xadd(this.#wakeStream, 'MAXLEN', 1, '*', 'wake', '').catch(() => undefined)
    control.pexpire(this.#wakeStream, wakeLifetimeMs).catch(() => undefined)
  }

  unfollow(follower: StepFollower): void {
    if (this.#followers.get(follower.stream) === follower) this.#followers.delete(follower.stream)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake?.()
    this.blocking.disconnect()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (this.#followers.size === 0) {
        await new Promise<void>((resolve) => (this.#wake = resolve))
        this.#wake = undefined
        continue
      }
      try {
        await this.#read()
      } catch {
        // another server may have an earlier clock
        this.#lastWake = '0-0'
        // a close ends the pause
        await pause(retryMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
      }
    }
  }

  async #read(): Promise<void> {
    const followers = [...this.#followers.values()]
    this.#asked = new Set(followers)
    const names = [this.#wakeStream, ...followers.map(({ stream }) => stream)]
    const after = [this.#lastWake, ...followers.map(({ lastEntry }) => lastEntry)]
    this.#isReading = true
    try {
      const words = [...names, ...after]
      const streams = await this.blocking.xread('COUNT', entriesPerRead, 'BLOCK', blockMs, 'STREAMS', ...words)
      for (const [name, entries] of streams ?? []) for (const entry of entries) this.#receive(name, entry)
      if (streams) await pause(this.paceMs)
    } finally {
      this.#isReading = false
    }
  }

  #receive(stream: string, entry: StepEntry): void {
    if (stream === this.#wakeStream) this.#lastWake = entry[0]
    const follower = this.#followers.get(stream)
    // a stream that is followed again since the read began may be another one
    if (follower && this.#asked.has(follower)) receiveEntry(follower, entry)
  }
}

export function receiveEntry(follower: StepFollower, [id, [, run = '', , step = '']]: StepEntry): void {
  follower.lastEntry = id
  follower.receive(run, step)
}
