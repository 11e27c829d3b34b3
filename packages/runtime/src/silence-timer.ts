interface SilenceTimerOptions {
  /** Milliseconds between two ticks. */
  readonly everyMs: number
  /** The number of ticks on time, without received data, until the timeout. */
  readonly ticks: number
  readonly onTimeout: () => void
  /** Called at every tick before the timeout. */
  readonly onTick?: () => void
}

/** A tick is late when it comes more than this many intervals after the previous one. */
const lateAfter = 2

/** Ticks of one timeout. */
const ticksPerTimeout = 5

/**
 * Detects a silent peer, but not a delay of this process. After the event loop was blocked, timers fire before the
 * received data is read, and ws passes it on in the turn after that: a tick is evaluated then. Late ticks do not count.
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
      this.#afterPoll = setImmediate(() => {
        this.#afterPoll = setImmediate(() => evaluate(elapsedMs))
      })
    }, everyMs)
  }

  /** Calls back after this many milliseconds of silence, or later when this process is delayed. */
  static after(timeoutMs: number, onTimeout: () => void): SilenceTimer {
    return new SilenceTimer({ everyMs: Math.ceil(timeoutMs / ticksPerTimeout), ticks: ticksPerTimeout, onTimeout })
  }

  /** Resets the silence: data of the peer was received. */
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

/**
 * The result of `work`; rejects with that of `late` when there is none after `ms`, or later when this process itself was
 * delayed.
 */
export function answeredWithin<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const silence = SilenceTimer.after(ms, () => reject(late()))
    void work.then(resolve, reject).finally(() => silence.stop())
  })
}
