import type { CallOptions, Client } from '../client.js'
import {
  cancelGeneration,
  generationEvents,
  type GenerationEventsSubscription,
  type GenerationFragment,
} from '../operations.generated.js'
import { isRunning } from './room-fold.js'

/** An event of a reply with the whole text so far. */
export type ReplyEvent = GenerationEventsSubscription['generation'] & { readonly text: string }

/** A message that the server has accepted, or a reply that it generates again. */
export class Sent {
  /** The reply when it was accepted. */
  readonly generation: GenerationFragment
  /** Whether an earlier request with the same key had sent it. */
  readonly replayed: boolean

  readonly #client: Client

  constructor(
    client: Client,
    { generation, replayed }: { readonly generation: GenerationFragment; readonly replayed: boolean },
  ) {
    this.#client = client
    this.generation = generation
    this.replayed = replayed
  }

  /** The reply as it is generated, from its beginning to its final event. */
  async *events(options: CallOptions = {}): AsyncGenerator<ReplyEvent, void, undefined> {
    let text = ''
    for await (const { generation } of this.#client.follow(generationEvents, { id: this.generation.id }, options)) {
      text = text.slice(0, generation.offset) + generation.delta
      yield { ...generation, text }
      if (!isRunning(generation.status)) return
    }
  }

  /** Stops the reply. One that has ended stays as it is. */
  async cancel(options: CallOptions = {}): Promise<GenerationFragment> {
    const repeatable = { ...options, isRepeatable: true }
    return (await this.#client.request(cancelGeneration, { id: this.generation.id }, repeatable)).cancelGeneration
      .generation
  }
}
