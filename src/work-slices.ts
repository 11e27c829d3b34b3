import { setImmediate } from 'node:timers/promises'

const sliceMs = 20

/** Long work on the thread of the process, which lets other work run every 20 ms. */
export class WorkSlices {
  #began = performance.now()

  /** Call it between two steps of the work: resolves after other work when the slice has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < sliceMs) return
    await setImmediate()
    this.#began = performance.now()
  }
}
