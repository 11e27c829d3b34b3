import type { Token } from 'node-llama-cpp'
import { commonMessages, type Conversation } from './conversation.js'
import type { Lane } from './lane.js'

interface LaneRequest {
  /** Unset: a prompt of the service itself. */
  readonly conversation: Conversation | undefined
  readonly prompt: readonly Token[]
}

/**
 * Assigns free lanes: the lane of the conversation, else an empty one, else the least recently used. First come, first
 * served when none is free.
 */
export class Lanes {
  /** Longest unused first. */
  readonly #free: Lane[]
  readonly #waiting: ((lane: Lane) => void)[] = []
  readonly #watchers: (() => void)[] = []

  constructor(private readonly all: readonly Lane[]) {
    this.#free = [...all]
  }

  /** The caller must release it. Throws when aborted while waiting. */
  async acquire(request: LaneRequest, signal: AbortSignal): Promise<Lane> {
    signal.throwIfAborted()
    return this.#best(request) ?? this.#wait(signal)
  }

  release(lane: Lane): void {
    const next = this.#waiting.shift()
    if (next) return next(lane)
    this.#free.push(lane)
    if (this.#free.length === this.all.length) for (const resolve of this.#watchers.splice(0)) resolve()
  }

  /** Resolves when no lane is in use. */
  async idle(): Promise<void> {
    if (this.#free.length === this.all.length) return
    await new Promise<void>((resolve) => this.#watchers.push(resolve))
  }

  #best(request: LaneRequest): Lane | undefined {
    const lane = this.#laneOf(request) ?? this.#emptyLane(request) ?? this.#free[0]
    if (lane) this.#free.splice(this.#free.indexOf(lane), 1)
    return lane
  }

  #laneOf({ conversation, prompt }: LaneRequest): Lane | undefined {
    if (!conversation) return undefined
    const common = (lane: Lane) => (lane.conversation ? commonMessages(conversation, lane.conversation) : 0)
    const most = Math.max(0, ...this.#free.map(common))
    if (most === 0) return undefined
    // two rooms may have the same beginning: the evaluated tokens distinguish them
    return withMostKnownTokens(
      this.#free.filter((lane) => common(lane) === most),
      { conversation, prompt },
    )
  }

  #emptyLane(request: LaneRequest): Lane | undefined {
    return withMostKnownTokens(
      this.#free.filter((lane) => !lane.conversation),
      request,
    )
  }

  #wait(signal: AbortSignal): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const onLane = (lane: Lane) => {
        signal.removeEventListener('abort', onAbort)
        resolve(lane)
      }
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(onLane), 1)
        reject(new Error('Aborted', { cause: signal.reason }))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(onLane)
    })
  }
}

/** Among lanes with as many known tokens, the least recently used one. */
function withMostKnownTokens(lanes: readonly Lane[], { conversation, prompt }: LaneRequest): Lane | undefined {
  const known = (lane: Lane) => lane.knownTokens(prompt, conversation)
  return lanes.reduce<Lane | undefined>((best, lane) => (best && known(best) >= known(lane) ? best : lane), undefined)
}
