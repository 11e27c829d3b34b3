import { GCProfiler, getHeapStatistics } from 'node:v8'

export interface LoadProbe {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Calls back every `ms` milliseconds, until the returned function is called. */
  readonly every: (ms: number, tick: () => void) => () => void
  /** The share of the heap limit that is in use, garbage included. */
  readonly heapShare: () => number
  /**
   * The share in use after the last full garbage collection since the previous call; undefined without one. Collections
   * are recorded from the first call on.
   */
  readonly shareAfterCollection: () => number | undefined
  /** Stops recording collections, which costs some time for each of them. */
  readonly ignoreCollections: () => void
}

/** Measures this process. */
export function systemProbe(): LoadProbe {
  const profiler = new GCProfiler()
  let isRecording = false
  return {
    now: () => performance.now(),
    every: (ms, tick) => {
      // the timer must not keep an idle process alive
      const timer = setInterval(tick, ms).unref()
      return () => clearInterval(timer)
    },
    heapShare: () => {
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
      return used / limit
    },
    shareAfterCollection: () => {
      const statistics = isRecording ? profiler.stop().statistics : []
      profiler.start()
      isRecording = true
      const last = statistics.findLast(({ gcType }) => gcType === 'MarkSweepCompact')
      if (!last) return undefined
      const { usedHeapSize, heapSizeLimit } = last.afterGC.heapStatistics
      return usedHeapSize / heapSizeLimit
    },
    ignoreCollections: () => {
      if (isRecording) profiler.stop()
      isRecording = false
    },
  }
}
