import type { ReplyGenerator, ReplyJob, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'

/** One reader of one job. */
export class Reading {
  readonly #controller = new AbortController()
  readonly #iterator: AsyncIterator<ReplyProgress>

  /** The job is submitted by the first take(). */
  constructor(generator: ReplyGenerator, job: ReplyJob) {
    this.#iterator = generator.generate(job, this.#controller.signal)[Symbol.asyncIterator]()
  }

  /** The next progress; undefined at the end. */
  async take(): Promise<ReplyProgress | undefined> {
    const result = await this.#iterator.next()
    return result.done === true ? undefined : result.value
  }

  /** All remaining progress. */
  async all(): Promise<ReplyProgress[]> {
    const all: ReplyProgress[] = []
    for (let progress = await this.take(); progress; progress = await this.take()) all.push(progress)
    return all
  }

  /** A job can be reported as queued for a moment although a worker is free. */
  async untilStarted(): Promise<void> {
    for (;;) {
      const progress = await this.take()
      if (progress?.kind === 'started') return
      if (progress?.kind !== 'queued') throw new Error(`The job has not started: ${progress?.kind}`)
    }
  }

  async untilText(): Promise<void> {
    for (;;) {
      const progress = await this.take()
      if (!progress) throw new Error('The job was over without text')
      if (progress.kind === 'delta') return
    }
  }

  async outcome(): Promise<string | undefined> {
    const last = (await this.all()).at(-1)
    return last?.kind === 'end' ? last.outcome : undefined
  }

  cancel(): void {
    this.#controller.abort()
  }

  async leave(): Promise<void> {
    await this.#iterator.return?.()
  }
}
