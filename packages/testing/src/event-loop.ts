/** Holds the thread for some milliseconds. */
export function workFor(ms: number): void {
  const endAt = performance.now() + ms
  while (performance.now() < endAt) continue
}

/** Counts the turns of the event loop until it is stopped. */
export function countTurns(): { readonly count: number; readonly stop: () => void } {
  let [count, isOver] = [0, false]
  const next = () => {
    count += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  return {
    get count() {
      return count
    },
    stop: () => void (isOver = true),
  }
}
