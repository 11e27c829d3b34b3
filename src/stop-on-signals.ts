/** Stops in order on SIGTERM and SIGINT, once; a second signal after a second ends the process at once. */
export function stopOnSignals(stopAll: () => Promise<void>): void {
  let firstAt = 0
  const stop = (): void => {
    // npm hands the terminal's signal on, so one Ctrl-C can arrive twice
    if (firstAt !== 0 && Date.now() - firstAt > 1_000) process.exit(1)
    if (firstAt !== 0) return
    firstAt = Date.now()
    void stopAll().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
