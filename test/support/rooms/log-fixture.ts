import { once } from 'node:events'
import type { ChatLogStore } from '@parley/chat-log-store'
import type { ReplyProgress } from '../../../src/ports/reply-generator/reply-generator.js'
import { createTestApp, type TestApp } from '../app/app.js'
import { FailingPort } from '../failures/failing-port.js'
import { regenerate, save } from './log-queries.js'
import { at, type Person } from '../app/person.js'
import { TappedGenerator } from '../replies/tapped-generator.js'

/** An account with rooms whose entries are regenerated, and a worker whose text the test controls. */
export class LogFixture {
  private constructor(
    readonly app: TestApp,
    readonly tap: TappedGenerator,
    readonly ada: Person,
    readonly chatLogs: FailingPort<object>,
  ) {}

  static async open(): Promise<LogFixture> {
    const tap = new TappedGenerator()
    let failing: FailingPort<object> | undefined
    const chatLogs = (store: ChatLogStore) => {
      const port = new FailingPort(store)
      failing = port
      return port.port
    }
    const app = await createTestApp({ env: { HOSTED_API_KEY: 'k' }, wrap: { ...tap.wrap, chatLogs } })
    if (!failing) throw new Error('no chat-log store')
    return new LogFixture(app, tap, await app.person('ada'), failing)
  }

  close(): Promise<void> {
    return this.app.close()
  }

  /** A room with saved entries `say 1`, `answer 1` and so on. */
  async roomOf(entries: number): Promise<string> {
    const roomId = await this.ada.room()
    for (let n = 1; n <= entries; n += 1)
      await this.ada.data(save, { input: { roomId, inputData: `say ${n}`, outputData: `answer ${n}` } })
    return roomId
  }

  /** Regenerates; returns the id of the generation. */
  async again(variables: object): Promise<string> {
    return at(await this.ada.data(regenerate, variables), 'regenerate', 'generation', 'id')
  }

  /** Regenerates with this reply and waits for the end; returns the id of the generation. */
  async answered(text: string, variables: object): Promise<string> {
    this.tap.next = saying(text)
    const id = await this.again(variables)
    await this.app.idle()
    return id
  }

  /** A generation that waits until `goOn` before it yields its text. */
  async waiting(text: string, variables: object) {
    const gate = new AbortController()
    this.tap.next = saying(text, gate.signal)
    const id = await this.again(variables)
    const goOn = async () => {
      gate.abort()
      await this.app.idle()
      return this.outcome(id)
    }
    return { id, goOn }
  }

  async outcome(id: string): Promise<unknown> {
    const { generation } = await this.ada.data(
      'query ($id: ID!) { generation(id: $id) { status text error { code message } entry { index version } } }',
      { id },
    )
    return generation
  }
}

/** A worker's run that yields the text when `gate` is aborted. */
export function saying(text: string, gate = AbortSignal.abort()) {
  return async function* (signal: AbortSignal): AsyncIterable<ReplyProgress> {
    yield { kind: 'started' }
    const released = AbortSignal.any([gate, signal])
    if (!released.aborted) await once(released, 'abort')
    // cancelled: the iteration ends at once, as the port requires
    if (signal.aborted) return
    yield { kind: 'delta', attempt: 1, offset: 0, delta: text }
    yield { kind: 'end', outcome: 'completed', finish: 'stop' }
  }
}
