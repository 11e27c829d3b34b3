import { once } from 'node:events'
import { AppError } from '@parley/runtime'
import type { ReplyProgress } from '../../../src/ports/reply-generator/reply-generator.js'
import { createTestApp, type TestApp } from '../app/app.js'
import type { Person } from '../app/person.js'
import { eventLog } from '../app/event-log.js'
import { watch, type WatchedEvent } from '../app/watch.js'
import { course, TappedGenerator, type Course } from './tapped-generator.js'

export const started = { kind: 'started' } as const
export const half = { kind: 'delta', attempt: 1, offset: 0, delta: 'half a re' } as const
export const failing = course(started, { kind: 'end', outcome: 'failed', reason: 'generation_failed' })

/** A run whose worker is lost after these steps, and not before `gate` is aborted. */
export const losing = (steps: readonly ReplyProgress[], gate = AbortSignal.abort()): Course =>
  async function* () {
    yield* steps
    if (!gate.aborted) await once(gate, 'abort')
    throw new AppError('UNAVAILABLE', { part: 'model' })
  }

interface Seen {
  readonly status: string
  readonly attempt: number
  readonly text: string
  readonly error: { readonly code: string } | null
}

/** One message at a time, in a room of its own, whose runs a test writes. */
export class RunFixture {
  readonly log = eventLog()
  readonly tap = new TappedGenerator()
  /** Milliseconds that are added to the clock. */
  late = 0
  #app: TestApp | undefined
  #ada: Person | undefined

  static async open(env: Readonly<Record<string, string>> = {}): Promise<RunFixture> {
    const fixture = new RunFixture()
    const clock = () => Date.now() + fixture.late
    fixture.#app = await createTestApp({ env, log: fixture.log.log, wrap: fixture.tap.wrap, clock, drainMs: 50 })
    return fixture
  }

  get app(): TestApp {
    if (!this.#app) throw new Error('the fixture is not open')
    return this.#app
  }

  /** The account of the newest message. */
  get ada(): Person {
    if (!this.#ada) throw new Error('no message has been sent')
    return this.#ada
  }

  /** The runs of the next message, one after the other; after the last one the worker is away. */
  runs(...courses: readonly Course[]): void {
    const left = [...courses]
    this.late = 0
    this.tap.jobs.length = 0
    this.tap.always = (signal) => (left.shift() ?? losing([]))(signal)
  }

  async room(): Promise<string> {
    this.#ada = await this.app.person('ada')
    return this.#ada.room()
  }

  async say(): Promise<{ readonly id: string; readonly roomId: string }> {
    const roomId = await this.room()
    return { roomId, id: await this.ada.say(roomId, 'Hello', 'key') }
  }

  async read(id: string): Promise<Seen> {
    const query = 'query ($id: ID!) { generation(id: $id) { status attempt text error { code } } }'
    return (await this.ada.data(query, { id }))['generation'] as Seen
  }

  until(id: string, enough: (event: WatchedEvent) => boolean): Promise<WatchedEvent[]> {
    return watch(this.ada, id, undefined, enough)
  }
}
