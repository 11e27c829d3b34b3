import { createLogger, type Logger, StoreClock } from '@parley/runtime'
import { QueuedReplyGenerator } from '../../../ai-workers/shared-queue/queued-reply-generator.js'
import { QueueWorker } from '../../../ai-workers/shared-queue/queue-worker.js'
import { SharedQueue } from '@parley/redis-queue'
import { ReplyWorker } from '../../../ai-workers/reply-worker.js'
import type { TextBackend } from '../../../ai-workers/backends/backend.js'
import { parseScript } from '../../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../../ai-workers/backends/scripted/scripted-backend.js'
import type { GeneratorSetup } from '../../contracts/reply-fixture.js'
import type { ModelState } from '../../../src/ports/reply-generator/reply-generator.js'
import type { WebSearch } from '../../../src/ports/web-search/web-search.js'

type InstanceSetup = Partial<Pick<GeneratorSetup, 'queueLimit' | 'mergeWindowMs'>> & {
  readonly highestTag?: number
  readonly log?: Logger
}

interface WorkerSetup {
  readonly name?: string
  readonly concurrency?: number
  readonly log?: Logger
  /** The state of its models, which a test may change; always `ready` when unset. */
  readonly model?: { readonly state: ModelState }
  /** Its clock, of a machine that a test may set. */
  readonly machineClock?: () => number
  readonly search?: WebSearch | undefined
}

/** Instances and workers of kind office on one Redis server, in this process. */
export class QueueFixture {
  readonly #closers: (() => Promise<unknown>)[] = []
  #workers = 0

  constructor(
    readonly url: string,
    private readonly scripts: Readonly<Record<string, string>>,
  ) {}

  async instance(setup: InstanceSetup = {}): Promise<QueuedReplyGenerator> {
    const { queueLimit = 64, mergeWindowMs = 0, highestTag, log = createLogger('silent') } = setup
    const queue = await SharedQueue.open(this.url, log)
    const options = { kind: 'office', queue, queueLimit, mergeWindowMs, log } as const
    const generator = new QueuedReplyGenerator({ ...options, ...(highestTag === undefined ? {} : { highestTag }) })
    this.#closers.push(async () => {
      await generator.close()
      await queue.close()
    })
    return generator
  }

  /** Resolves when the instances know it. */
  async worker({ name, concurrency = 1, log = createLogger('silent'), model, machineClock, search }: WorkerSetup = {}) {
    const backends = Object.entries(this.scripts).map(([name, script]) => {
      const backend: TextBackend = new ScriptedBackend(parseScript(script))
      if (model) Object.defineProperty(backend, 'state', { get: () => model.state })
      return [name, backend] as const
    })
    const worker = new ReplyWorker({
      kind: 'office',
      backends: new Map(backends),
      logger: log,
      mergeWindowMs: 0,
      concurrency,
      search,
    })
    this.#workers += 1
    const named = name ?? `worker-${String(this.#workers)}`
    const puller = new QueueWorker({
      kind: 'office',
      url: this.url,
      worker,
      concurrency,
      name: named,
      log,
      clock: new StoreClock(machineClock),
    })
    this.#closers.push(() => puller.close())
    await puller.ready()
    return puller
  }

  async close(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()))
  }
}
