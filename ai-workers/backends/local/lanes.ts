import type { Token } from 'node-llama-cpp'
import type { Lane } from './lane.js'

/** Who gets which lane: of the free ones that which knows most of the prompt, first come, first served when none is free. */
export class Lanes {
  /** Longest unused first. */
  private readonly free: Lane[]
  private readonly waiting: ((lane: Lane) => void)[] = []
  private readonly watchers: (() => void)[] = []

  constructor(private readonly all: readonly Lane[]) {
    this.free = [...all]
  }

  /** The caller gives it back. Throws when aborted while waiting. */
  async take(prompt: readonly Token[], signal: AbortSignal): Promise<Lane> {
    signal.throwIfAborted()
    const best = this.free.reduce<Lane | undefined>(
      (chosen, lane) => (chosen && chosen.known(prompt) >= lane.known(prompt) ? chosen : lane),
      undefined,
    )
    if (best) {
      this.free.splice(this.free.indexOf(best), 1)
      return best
    }
    return this.wait(signal)
  }

  giveBack(lane: Lane): void {
    const next = this.waiting.shift()
    if (next) return next(lane)
    this.free.push(lane)
    if (this.free.length === this.all.length) for (const resolve of this.watchers.splice(0)) resolve()
  }

  /** Resolves when no lane is in use. */
  async idle(): Promise<void> {
    if (this.free.length === this.all.length) return
    await new Promise<void>((resolve) => this.watchers.push(resolve))
  }

  private wait(signal: AbortSignal): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const onLane = (lane: Lane) => {
        signal.removeEventListener('abort', onAbort)
        resolve(lane)
      }
      const onAbort = () => {
        this.waiting.splice(this.waiting.indexOf(onLane), 1)
        reject(new Error('Aborted', { cause: signal.reason }))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.waiting.push(onLane)
    })
  }
}
