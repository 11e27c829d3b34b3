import type { Client } from '../client.js'
import { generationEvents } from '../operations.generated.js'
import { foldReply, type ReplyEvent } from './sent.js'

/** Follows the running reply of a room, and continues where it was when the room has listeners again. */
export class ReplyFollower {
  /** The last event, with the text so far. */
  last: ReplyEvent | undefined
  #followed: string | undefined
  #run: AbortController | undefined

  constructor(
    private readonly client: Client,
    private readonly changed: (event: ReplyEvent) => void,
  ) {}

  /** Follows this generation until the signal is aborted; undefined follows none. */
  follow(id: string | undefined, signal: AbortSignal): void {
    if (id === this.#followed || signal.aborted) return
    this.#run?.abort()
    this.#followed = id
    if (this.last?.generationId !== id) this.last = undefined
    if (id === undefined) return
    const run = (this.#run = new AbortController())
    // the events of the room say how the reply has ended
    void Promise.allSettled([this.#read(id, AbortSignal.any([signal, run.signal]))]).then(() => {
      if (this.#run === run) this.#followed = undefined
    })
  }

  async #read(id: string, signal: AbortSignal): Promise<void> {
    const events = this.client.follow(generationEvents, { id, after: this.last?.cursor }, { signal })
    for await (const { generation } of events) {
      this.last = foldReply(this.last, generation)
      this.changed(this.last)
    }
  }
}
