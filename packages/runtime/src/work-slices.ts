import { setImmediate } from 'node:timers/promises'

/** So long the thread of the process works on one thing before other work runs, in milliseconds. */
const sliceMs = 20
const storeSliceMs = 10
const [leastRows, mostRows] = [16, 2_000]

/** Long work on the thread of the process, which lets other work run every 20 ms. */
export class WorkSlices {
  #began = performance.now()

  /** `isAwaited`: others wait for its end, as for that of a transaction on SQLite, so it goes on in the next turn of the event loop. */
  constructor(private readonly isAwaited = false) {}

  /** Whether other work should run now: for work that cannot pause, and ends here. */
  get isOver(): boolean {
    return performance.now() - this.#began >= sliceMs
  }

  /** Call it between two steps of the work: resolves after other work when the slice has lasted long enough. */
  async pause(): Promise<void> {
    if (!this.isOver) return
    await (this.isAwaited ? setImmediate() : ownTurn())
    this.#began = performance.now()
  }
}

let lastTurn = Promise.resolve()

/** Resolves in a later turn of the event loop, in which no other caller of this resumes. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/** The number of rows of a slice of work on a store, so that a slice takes about 10 ms whatever the size of a row. */
export class SliceSize {
  rows = leastRows
  /** How long the last slice took, in milliseconds: a pause as long leaves half of the time to other work. */
  lastMs = 0

  /** Runs a slice of `rows` rows. */
  async measure<T>(work: () => Promise<T>): Promise<T> {
    const begunAt = performance.now()
    const result = await work()
    this.lastMs = performance.now() - begunAt
    const fitting = this.lastMs === 0 ? mostRows : (this.rows * storeSliceMs) / this.lastMs
    this.rows = Math.round(Math.min(Math.max(Math.min(fitting, this.rows * 2), leastRows), mostRows))
    return result
  }
}
