interface SilenceTimerOptions {
  /** Milliseconds between two ticks. */
  readonly everyMs: number
  /** How many ticks on time, with nothing received, make a timeout. */
  readonly ticks: number
  /** Called once. */
  readonly onTimeout: () => void
  /** Called at every tick before the timeout. */
  readonly onTick?: () => void
}

/** A tick is late when it comes more than this many intervals after the one before. */
const lateAfter = 2

/** Ticks of one timeout. */
const ticksPerTimeout = 5

/**
 * Notices that a peer is silent, and does not confuse it with lateness of this process. After a block of the event loop timers fire before
 * the received data is read, so a tick is evaluated after the next poll phase. Late ticks do not count.
 */
export class SilenceTimer {
  readonly #timer: NodeJS.Timeout
  #afterPoll: NodeJS.Immediate | undefined
  #quietTicks = 0
  #lastAt = performance.now()

  constructor({ everyMs, ticks, onTimeout, onTick }: SilenceTimerOptions) {
    const evaluate = (elapsedMs: number) => {
      if (elapsedMs <= lateAfter * everyMs) this.#quietTicks += 1
      if (this.#quietTicks < ticks) return onTick?.()
      this.stop()
      onTimeout()
    }
    this.#timer = setInterval(() => {
      const now = performance.now()
      const elapsedMs = now - this.#lastAt
      this.#lastAt = now
      this.#afterPoll = setImmediate(() => evaluate(elapsedMs))
    }, everyMs)
  }

  /** Calls back after this many milliseconds of silence; later when this process is late. */
  static after(timeoutMs: number, onTimeout: () => void): SilenceTimer {
    return new SilenceTimer({ everyMs: Math.ceil(timeoutMs / ticksPerTimeout), ticks: ticksPerTimeout, onTimeout })
  }

  /** Data of the peer was received: silence begins anew. */
  received(): void {
    clearImmediate(this.#afterPoll)
    this.#quietTicks = 0
    this.#lastAt = performance.now()
    this.#timer.refresh()
  }

  stop(): void {
    clearInterval(this.#timer)
    clearImmediate(this.#afterPoll)
  }
}
