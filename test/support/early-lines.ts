import { mountJsonReplies } from '../../ai-workers/earlier/json-replies.js'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { parseScript } from '../../ai-workers/backends/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { openListener } from '../../src/http/listener.js'
import type { Listener } from '../../src/http/listener.js'
import { createLogger } from '../../src/logger.js'
import type { HistoryRoom } from '../../src/ports/history-source/history-source.js'
import type { ReplyJob, Turn, WorkerKind } from '../../src/ports/reply-generator/reply-generator.js'
import { Person } from './person.js'

export interface EarlyLinesOptions {
  /** A `scripted:` address, or the model itself. */
  readonly model?: string | TextBackend
  readonly turns?: readonly Turn[]
  readonly queueLimit?: number
  readonly timeoutMs?: number
}

/** Lines 1.1 to 1.3 on a listener of their own, with both workers in this process. */
export class EarlyLines {
  /** What the models were asked, in order. */
  readonly jobs: ReplyJob[] = []
  readonly roomsRead: (HistoryRoom & { readonly kind: WorkerKind })[] = []
  private listener: Listener | undefined
  private workers: Readonly<Record<WorkerKind, ReplyWorker>> | undefined

  static async open({ model = 'scripted:', turns = [], queueLimit = 64, timeoutMs = 20_000 }: EarlyLinesOptions) {
    const made = new EarlyLines()
    const logger = createLogger('silent')
    const backend = made.noting(typeof model === 'string' ? new ScriptedBackend(parseScript(model)) : model)
    const worker = (kind: WorkerKind) =>
      new ReplyWorker({ kind, backends: new Map([['Local', backend]]), logger, queueLimit })
    const generators = { office: worker('office'), character: worker('character') }
    made.workers = generators
    const history = {
      load: (kind: WorkerKind, room: HistoryRoom) => {
        made.roomsRead.push({ kind, ...room })
        return Promise.resolve(turns)
      },
    }
    made.listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      logger,
      ready: () => true,
      mount: (app) => mountJsonReplies(app, { generators, history, timeoutMs }),
    })
    return made
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.listener?.port)}`
  }

  post(path: string, body: unknown) {
    return new Person(this.url).rest('POST', path, body)
  }

  async close(): Promise<void> {
    await Promise.all([this.workers?.office.close(), this.workers?.character.close()])
    await this.listener?.close()
  }

  private noting(backend: TextBackend): TextBackend {
    const { name } = backend
    return {
      name,
      stream: (job, signal, report) => {
        this.jobs.push(job)
        return backend.stream(job, signal, report)
      },
    }
  }
}
