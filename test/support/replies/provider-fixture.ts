import type OpenAI from 'openai'
import { createLogger } from '@parley/runtime'
import type { TextBackend } from '../../../ai-workers/backends/backend.js'
import { HostedBackend } from '../../../ai-workers/backends/hosted/hosted-backend.js'
import { ReplyWorker } from '../../../ai-workers/reply-worker.js'
import { type Kind, perKind } from '../../../src/kinds.js'
import type { ReplyGenerator } from '../../../src/ports/reply-generator/reply-generator.js'
import { HostedServer } from '../ai-workers/hosted-server.js'
import { untilState, watchedBackend, type WatchedBackend } from '../ai-workers/inference-server.js'
import { createTestApp, type TestApp } from '../app/app.js'
import type { Person } from '../app/person.js'
import { openaiOf } from './openai-client.js'

/** The models of the fixture, by what they are. */
export const providerModels: readonly (readonly [string, string])[] = [
  ['a hosted model', 'hosted4.1'],
  ['an inference server', 'local'],
]

/** An app with a hosted model and an inference server, which are one scripted server, and a person with an API key. */
export class ProviderFixture {
  private constructor(
    readonly server: HostedServer,
    private readonly watched: WatchedBackend,
    private readonly workers: Readonly<Record<Kind, ReplyWorker>>,
    private readonly app: TestApp,
    readonly ada: Person,
    readonly openai: OpenAI,
  ) {}

  static async open(): Promise<ProviderFixture> {
    const server = await HostedServer.open()
    const watched = watchedBackend(server.url, 'good')
    await untilState(watched, 'ready')
    const hosted = new HostedBackend({ model: 'good', isKeyless: true, baseUrl: server.url, usageMs: 100 })
    const backends = new Map<string, TextBackend>([
      ['Local', watched.backend],
      ['hosted4.1', hosted],
    ])
    const workers = perKind((kind) => new ReplyWorker({ kind, backends, logger: createLogger('silent') }))
    const generator: ReplyGenerator = { generate: (job, signal) => workers[job.kind].generate(job, signal) }
    const app = await createTestApp({ wrap: { generator: () => generator } })
    const ada = await app.person()
    return new ProviderFixture(server, watched, workers, app, ada, await openaiOf(ada))
  }

  async close(): Promise<void> {
    await this.app.close()
    for (const worker of Object.values(this.workers)) await worker.close()
    await this.watched.watch.close()
    await this.server.close()
  }
}
