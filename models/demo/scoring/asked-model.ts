import type { ReplySampling } from '@parley/engine'
import { LocalBackend } from '../../../ai-workers/backends/local-backend.js'
import type { ReplyReceipt } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Question } from '../corpus/dialogue.js'

export interface Reply {
  readonly text: string
  readonly receipt: ReplyReceipt
}

export interface AskedModelOptions {
  readonly modelPath: string
  readonly threads: number
}

/** The chunk size affects the last bits of a reply: a fixed one makes it independent of other load. */
const chunkMs = 60_000

/** A model in the engine of the workers, with their prompts. */
export class AskedModel {
  private constructor(
    private readonly backend: LocalBackend,
    private readonly moment: { now: number },
  ) {}

  static async open({ modelPath, threads }: AskedModelOptions): Promise<AskedModel> {
    const moment = { now: 0 }
    return new AskedModel(await LocalBackend.open({ modelPath, threads, chunkMs, clock: () => moment.now }), moment)
  }

  /** Call it one at a time: a question sets the clock. `sampling` replaces single values of the service's. */
  async ask({ now, references = '', ...asked }: Question, sampling: Partial<ReplySampling>): Promise<Reply> {
    this.moment.now = now
    const job = { ...asked, id: '', model: 'Local', searchAccess: references !== '', deadline: Infinity, references }
    const unstopped = new AbortController().signal
    let text = ''
    let receipt: ReplyReceipt | undefined
    for await (const piece of this.backend.stream({ ...job, sampling }, unstopped, (given) => (receipt = given))) {
      text += piece
    }
    if (!receipt) throw new Error('the engine gave no receipt')
    return { text, receipt }
  }

  close(): Promise<void> {
    return this.backend.close()
  }
}
