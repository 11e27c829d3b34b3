import { AppError } from '@parley/runtime'
import type { ReplyGenerator, ReplyJob, ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'
import type { ReplyWorker } from './reply-worker.js'
import type { WorkerReport } from './worker-report.js'

/** A worker whose model may still be loading: until it is loaded the worker is unavailable (contract: ai-workers.16). */
export class LoadingWorker implements ReplyGenerator {
  #worker: ReplyWorker | undefined
  isPaused = false

  constructor(private readonly maxConcurrent: number) {}

  get isReady(): boolean {
    return this.#worker?.modelState === 'ready'
  }

  loaded(worker: ReplyWorker): void {
    this.#worker = worker
    worker.setPaused(this.isPaused)
  }

  setPaused(paused: boolean): void {
    this.isPaused = paused
    this.#worker?.setPaused(paused)
  }

  generate(job: ReplyJob, signal: AbortSignal): AsyncIterable<ReplyProgress> {
    return this.#worker ? this.#worker.generate(job, signal) : unavailable()
  }

  report(): WorkerReport {
    if (this.#worker) return this.#worker.report()
    const nothing = { total_requests: 0, avg_response_time: 0, success_rate: 0, active_connections: 0 }
    const unknown = { model: null, context_tokens: null, thoughts: null }
    const none = { running: 0, waiting: 0, queue: [], paused: this.isPaused }
    return { ...nothing, ...none, ...unknown, max_concurrent: this.maxConcurrent, model_state: 'loading' }
  }

  /** See ReplyWorker; undefined until it is loaded. */
  countTokens(texts: readonly string[]): readonly number[] | undefined {
    return this.#worker?.countTokens(texts)
  }

  async drain(): Promise<void> {
    await this.#worker?.drain()
  }
}

async function* unavailable(): AsyncGenerator<never> {
  await Promise.reject(new AppError('UNAVAILABLE', { part: 'model' }))
}
