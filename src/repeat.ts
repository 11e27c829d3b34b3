interface Repetition {
  readonly everyMs: number
  /** The first turn begins now, not after `everyMs`. */
  readonly isAtOnce?: boolean
  /** Called with what a turn has thrown; the next one comes all the same. */
  readonly onError?: (error: unknown) => void
}

/**
 * Runs a turn every `everyMs`, never two at a time, and keeps no process alive. The returned function ends it, and resolves when
 * a running turn has ended.
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
