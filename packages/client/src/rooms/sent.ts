import type { CallOptions, Client } from '../client.js'
import {
  cancelGeneration,
  generationEvents,
  type GenerationEventsSubscription,
  type GenerationFragment,
} from '../operations.generated.js'
import { isRunning } from './room-fold.js'

type Step = GenerationEventsSubscription['generation']

/** An event of a reply with the whole text so far, and with the thoughts of the model, empty without any. */
export type ReplyEvent = Step & { readonly text: string; readonly thoughts: string }

/** The event with what a client has after it. */
export const foldReply = (last: ReplyEvent | undefined, step: Step): ReplyEvent => ({
  ...step,
  text: (last?.text ?? '').slice(0, step.offset) + step.delta,
  thoughts: (last?.thoughts ?? '').slice(0, step.thoughtsOffset ?? 0) + (step.thoughtsDelta ?? ''),
})

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
    let last: ReplyEvent | undefined
    for await (const { generation } of this.#client.follow(generationEvents, { id: this.generation.id }, options)) {
      last = foldReply(last, generation)
      yield last
      if (!isRunning(last.status)) return
    }
  }

  /** Stops the reply. One that has ended stays as it is. */
  async cancel(options: CallOptions = {}): Promise<GenerationFragment> {
    const repeatable = { ...options, isRepeatable: true }
    return (await this.#client.request(cancelGeneration, { id: this.generation.id }, repeatable)).cancelGeneration
      .generation
  }
}
