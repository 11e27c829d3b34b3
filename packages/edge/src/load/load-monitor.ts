import type { Logger } from '@parley/runtime'
import type { LoadProbe } from './load-probe.js'

/** Above one of these values a process is overloaded; undefined disables a threshold. */
export interface LoadThresholds {
  /** How late a timer may fire twice in a row, in milliseconds. */
  readonly eventLoopMs: number | undefined
  /** The share of the heap limit that may be in use after a full garbage collection. */
  readonly heapShare: number | undefined
}

const tickMs = 100

/**
 * How long a full heap counts as full after the garbage collection that measured it. While new work is refused there
 * may be no other collection, although the memory has become garbage. Then new work begins again, and the collection
 * that it causes decides.
 */
const heapVerdictMs = 5_000

/** Decides whether a process may begin new work. Running work continues. */
export class LoadMonitor {
  #isOverloaded = false
  #wasLate = false
  #isHeapWatched = false
  #fullAt: number | undefined
  #fullShare = 0
  #stopTicks: (() => void) | undefined

  constructor(
    private readonly options: { readonly thresholds: LoadThresholds; readonly probe: LoadProbe; readonly log: Logger },
  ) {}

  get isOverloaded(): boolean {
    return this.#isOverloaded
  }

  start(): void {
    const { now, every } = this.options.probe
    let dueAt = now() + tickMs
    this.#stopTicks ??= every(tickMs, () => {
      const at = now()
      this.#measure(at, at - dueAt)
      dueAt = at + tickMs
    })
  }

  stop(): void {
    this.#stopTicks?.()
    this.#stopTicks = undefined
    this.#ignoreHeap()
    this.#isOverloaded = false
  }

  #measure(at: number, lateMs: number): void {
    const { thresholds, log } = this.options
    const { eventLoopMs = Infinity, heapShare = Infinity } = thresholds
    const isLateNow = lateMs > eventLoopMs
    // a single late timer is a pause, after which the waiting requests can be answered
    const isLate = isLateNow && this.#wasLate
    this.#wasLate = isLateNow
    const isFull = heapShare < Infinity && this.#isHeapFull(at, heapShare)
    const isOverloaded = isLate || isFull
    if (isOverloaded === this.#isOverloaded) return
    this.#isOverloaded = isOverloaded
    const fields = {
      lateMs: Math.max(0, Math.round(lateMs)),
      ...(isFull ? { heapShare: rounded(this.#fullShare) } : {}),
    }
    if (isOverloaded) log.warn(fields, 'load.shedding_started')
    else log.info(fields, 'load.shedding_ended')
  }

  #isHeapFull(at: number, threshold: number): boolean {
    const { heapShare, shareAfterCollection } = this.options.probe
    if (heapShare() < threshold) {
      this.#ignoreHeap()
      return false
    }
    this.#isHeapWatched = true
    const share = shareAfterCollection()
    if (share !== undefined) {
      this.#fullShare = share
      this.#fullAt = share >= threshold ? at : undefined
    }
    return this.#fullAt !== undefined && at - this.#fullAt < heapVerdictMs
  }

  #ignoreHeap(): void {
    if (this.#isHeapWatched) this.options.probe.ignoreCollections()
    this.#isHeapWatched = false
    this.#fullAt = undefined
  }
}

const rounded = (share: number) => Math.round(share * 1_000) / 1_000
