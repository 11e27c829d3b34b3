interface Repetition {
  readonly everyMs: number
  /** Starts the first run now, not after `everyMs`. */
  readonly isAtOnce?: boolean
  /** Called with the error of a failed run; the next run starts all the same. */
  readonly onError?: (error: unknown) => void
}

/**
 * Runs `turn` every `everyMs`, never twice at a time, without keeping the process alive. The returned function stops
 * it, and resolves when a running turn has ended.
 */
export function repeat(turn: () => Promise<unknown>, options: Repetition): () => Promise<void> {
  const { everyMs, isAtOnce = false, onError = () => undefined } = options
  let running: Promise<unknown> | undefined
  const begin = () => {
    running ??= turn()
      .catch(onError)
      .finally(() => (running = undefined))
  }
  const timer = setInterval(begin, everyMs).unref()
  if (isAtOnce) begin()
  return async () => {
    clearInterval(timer)
    await running
  }
}
