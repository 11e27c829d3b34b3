import { FileHandles, LoadMonitor, type LoadProbe, type ProcessLimits, UnsentBytes } from '@parley/edge'
import { createLogger } from '@parley/runtime'

/** The load of a process that a test controls: it is measured when the test says so. */
export class TestLoad {
  /** Milliseconds by which the next measurement is late. */
  lateMs = 0
  /** The share of the heap in use. */
  share = 0.1
  /** The heap in use after the next full garbage collection. */
  collected: number | undefined
  isRecording = false
  #now = 0
  readonly #ticks = new Set<{ readonly ms: number; readonly tick: () => void }>()

  readonly probe: LoadProbe = {
    now: () => this.#now,
    every: (ms, tick) => {
      const timer = { ms, tick }
      this.#ticks.add(timer)
      return () => void this.#ticks.delete(timer)
    },
    heapShare: () => this.share,
    shareAfterCollection: () => {
      const found = this.isRecording ? this.collected : undefined
      this.isRecording = true
      this.collected = undefined
      return found
    },
    ignoreCollections: () => {
      this.isRecording = false
    },
  }

  /** Lets every timer fire once. */
  measure(): void {
    for (const { ms, tick } of this.#ticks) {
      this.#now += ms + this.lateMs
      tick()
    }
  }

  /** Simulates a late event loop until it is on time again. */
  overload(): void {
    this.lateMs = 60_000
    this.measure()
    this.measure()
  }

  recover(): void {
    this.lateMs = 0
    this.measure()
  }
}

/** For a listener outside a process's limits: never overloaded, any number of connections. */
export function noLimits(): ProcessLimits {
  const thresholds = { eventLoopMs: undefined, heapShare: undefined }
  const log = createLogger('silent')
  const load = new LoadMonitor({ thresholds, probe: new TestLoad().probe, log })
  const unsent = new UnsentBytes({ limits: { perClient: Infinity, perProcess: Infinity }, log })
  const handles = new FileHandles({ probe: { limit: undefined, inUse: () => 0, now: () => 0 }, log })
  return { load, unsent, handles, connectionsPerAddress: Infinity, keepAliveMs: 75_000 }
}
