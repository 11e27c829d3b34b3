import type OpenAI from 'openai'
import { createLogger } from '@parley/runtime'
import type { TextBackend } from '../../../ai-workers/backends/backend.js'
import { HostedBackend } from '../../../ai-workers/backends/hosted/hosted-backend.js'
import { ReplyWorker } from '../../../ai-workers/reply-worker.js'
import { perKind } from '../../../src/kinds.js'
import type { ReplyGenerator } from '../../../src/ports/reply-generator/reply-generator.js'
import { HostedServer } from '../ai-workers/hosted-server.js'
import { untilState, watchedBackend } from '../ai-workers/inference-server.js'
import { createTestApp } from '../app/app.js'
import type { Person } from '../app/person.js'
import { openaiOf } from './openai-client.js'

/** The models of the fixture, by what they are. */
export const providerModels: readonly (readonly [string, string])[] = [
  ['a hosted model', 'hosted4.1'],
  ['an inference server', 'local'],
]

export interface ProviderFixture {
  readonly server: HostedServer
  /** A person with an API key. */
  readonly ada: Person
  /** OpenAI's client with that key. */
  readonly openai: OpenAI
  close(): Promise<void>
}

/** An app with a hosted model and an inference server, which are one scripted server. */
export async function openProviders(): Promise<ProviderFixture> {
  const server = await HostedServer.open()
  const { backend, watch } = watchedBackend(server.url, 'good')
  await untilState({ watch }, 'ready')
  const hosted = new HostedBackend({ model: 'good', isKeyless: true, baseUrl: server.url, usageMs: 100 })
  const backends = new Map<string, TextBackend>([
    ['Local', backend],
    ['hosted4.1', hosted],
  ])
  const workers = perKind((kind) => new ReplyWorker({ kind, backends, logger: createLogger('silent') }))
  const generator: ReplyGenerator = { generate: (job, signal) => workers[job.kind].generate(job, signal) }
  const app = await createTestApp({ wrap: { generator: () => generator } })
  const ada = await app.person()
  const close = async () => {
    await app.close()
    for (const worker of Object.values(workers)) await worker.close()
    await watch.close()
    await server.close()
  }
  return { server, ada, openai: await openaiOf(ada), close }
}
