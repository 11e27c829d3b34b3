import type { ReplyJob, Turn } from '../../src/ports/reply-generator/reply-generator.js'
import type { TimedAnswer } from '../tokens/raw-process.js'
import { answerOf, officeJob } from '../worker.js'

const entries = 10
const reply = 'the people of the old house say that the work was made in the little room and that it is good. '.repeat(
  2,
)

/** An office room like one of the application: the ten newest entries are sent with each message. */
export class Room {
  private readonly history: Turn[] = []
  private readonly caller: string

  constructor(name: string) {
    this.caller = `caller of ${name}`
  }

  job(): ReplyJob {
    const message = `${this.caller}, ${this.history.length}: what do the people say about the work in the room?`
    return { ...officeJob(message, this.history.slice(-entries)), caller: this.caller }
  }

  /** Stores a fixed text as the reply, so that prompts of all rounds have the same length. */
  async ask(url: string): Promise<TimedAnswer> {
    const job = this.job()
    const answer = await answerOf(url, job)
    this.history.push({ inputData: job.message, outputData: reply })
    return answer
  }
}
