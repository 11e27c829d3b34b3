import { randomUUID } from 'node:crypto'
import type { LogEntry } from '@parley/chat-log-store'
import type { Kind } from '../../src/kinds.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { fewestEntries, historyWindow } from '../../src/replies/history-window.js'
import { answerOf, officeJob } from '../worker.js'

/** The default of `HISTORY_ENTRIES`. */
const mostEntries = 30
/** Between two messages. */
const pauseMs = 45_000

/** A room like one of the application: its newest entries are sent with each message. */
export class Room {
  readonly #newestFirst: LogEntry[] = []

  constructor(
    private readonly caller: string,
    private readonly kind: Kind,
  ) {}

  /** The job of the next message; `most` is the setting. */
  job(most = mostEntries): ReplyJob {
    const turn = this.#newestFirst.length + 1
    const message = `${this.caller}, ${turn}: what do the people say about the work in the room?`
    const page = { entries: this.#newestFirst.slice(0, most), hasMore: turn > most }
    const window = historyWindow(page, most, { name: undefined, account: undefined })
    return { ...officeJob(message), ...window, kind: this.kind, caller: this.caller, askedAt: turn * pauseMs }
  }

  /** The next message with the ten newest entries, as the documented routes send it. */
  jobOfTen(): ReplyJob {
    return this.job(fewestEntries)
  }

  async ask(url: string) {
    const job = this.job()
    const answer = await answerOf(url, job)
    this.#newestFirst.unshift(entryOf(job, this.#newestFirst.length + 1, answer.text))
    return answer
  }
}

function entryOf({ message: inputData, model, askedAt = 0 }: ReplyJob, index: number, outputData: string): LogEntry {
  const origin = { generationId: randomUUID(), model, askedAt }
  const shown = { number: 1, origin, createdAt: askedAt }
  return { roomId: '', index, inputData, outputData, createdAt: askedAt, imgUrl: null, version: 1, shown, others: [] }
}
