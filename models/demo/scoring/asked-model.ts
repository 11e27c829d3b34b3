import { LocalBackend } from '../../../ai-workers/backends/local/local-backend.js'
import type { ReplyReceipt, ReplySampling } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Question } from '../corpus/dialogue.js'

export interface Reply {
  readonly text: string
  readonly receipt: ReplyReceipt
}

export interface AskedModelOptions {
  readonly modelPath: string
  readonly threads: number
}

/** How much is read at once is in the last bits of a reply: here it does not depend on how busy the machine is. */
const chunkMs = 60_000

/** A model behind the engine of the workers, which uses the workers' own prompts. */
export class AskedModel {
  private constructor(
    private readonly backend: LocalBackend,
    private readonly moment: { now: number },
  ) {}

  static async open({ modelPath, threads }: AskedModelOptions): Promise<AskedModel> {
    const moment = { now: 0 }
    return new AskedModel(await LocalBackend.open({ modelPath, threads, chunkMs, clock: () => moment.now }), moment)
  }

  /** One at a time: a question brings the moment at which it is asked. `sampling` replaces single values of the service's. */
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
