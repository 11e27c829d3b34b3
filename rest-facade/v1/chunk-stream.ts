import type { ServerResponse } from 'node:http'
import { EventStream, type HttpError } from '@parley/edge'
import {
  completionOf,
  firstChunk,
  lastChunk,
  stepChunk,
  usageChunk,
  type Completion,
  type Step,
} from './chat-completion.js'
import type { ChatCompletionRequest } from './chat-completion-request.js'
import { protocolErrorOf, ProtocolRefusal } from './protocol-error.js'

export interface StreamTimes {
  /**
   * How long the head of a stream waits for text after the first step. A failure in that time has its own status; a
   * later one is an event.
   */
  readonly holdMs: number
  /** Milliseconds between two heartbeats. */
  readonly beatMs: number
}

export interface ChunkStreamOptions {
  readonly completionRequest: ChatCompletionRequest
  readonly times: StreamTimes
  /** Aborted when the client has disconnected. */
  readonly disconnected: AbortSignal
}

/** A completion as chunks of the protocol. The head is sent with the first text, or after `holdMs`. */
export class ChunkStream {
  readonly #events: EventStream
  #hold: NodeJS.Timeout | undefined
  #isOpen = false
  #hasText = false
  #hasCalls = false
  /** The one that was sent. */
  #attempt: number | undefined

  constructor(
    response: ServerResponse,
    private readonly options: ChunkStreamOptions,
  ) {
    this.#events = new EventStream(response, { beatMs: options.times.beatMs, disconnected: options.disconnected })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Resolves when the stream can accept more. */
  async write(step: Step): Promise<void> {
    const completion = completionOf(step, { model: this.options.completionRequest.input.model, now: Date.now() })
    const isLast = step.status === 'COMPLETED'
    const added = stepChunk(completion, step)
    if (!added && !isLast) {
      this.#hold ??= setTimeout(() => void this.#open(completion), this.options.times.holdMs)
      return
    }
    await this.#open(completion)
    if (added) {
      this.#attempt ??= step.attempt
      // another worker generates the reply again, and what was sent cannot be recalled
      if (step.attempt !== this.#attempt)
        throw new ProtocolRefusal(503, { message: 'The worker of this reply has stopped' })
      this.#hasText ||= step.delta !== ''
      this.#hasCalls ||= step.toolCall !== null
      await this.#events.send({ data: added })
    }
    if (isLast) await this.#finish(completion, step)
  }

  /** Ends an open stream with the protocol's event for an error. */
  async fail(error: HttpError): Promise<void> {
    await this.#events.send({ data: { error: protocolErrorOf(error.answer.status, error) } })
    this.#events.end()
  }

  /** Stops the heartbeat; nothing more is sent. */
  release(): void {
    clearTimeout(this.#hold)
    this.#events.release()
  }

  async #open(completion: Completion): Promise<void> {
    clearTimeout(this.#hold)
    if (this.#isOpen) return
    this.#isOpen = true
    this.#events.open()
    await this.#events.send({ data: firstChunk(completion) })
  }

  async #finish(completion: Completion, last: Step): Promise<void> {
    await this.#events.send({ data: lastChunk(completion, last, { hasText: this.#hasText, hasCalls: this.#hasCalls }) })
    const usage = this.options.completionRequest.hasUsage ? usageChunk(completion, last) : undefined
    if (usage) await this.#events.send({ data: usage })
    await this.#events.send({ data: '[DONE]' })
    this.#events.end()
  }
}
