import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const kilobyte = 1_024

/** Resets the peak of a process's resident memory. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${String(pid)}/clear_refs`, '5')
}

/** The peak of the resident memory since the reset, in bytes; undefined when the process has ended. */
export function peakBytes(pid: number): number | undefined {
  return statusField(pid, 'VmHWM')
}

function statusField(pid: number, name: string): number | undefined {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))
    return found ? Number(found[1]) * kilobyte : undefined
  } catch {
    return undefined
  }
}

/** Reads the peak every 100 ms, so that the peak is known after the end of a process too. */
export class PeakWatch {
  #isOver = false
  #bytes = 0
  readonly #watching: Promise<void>

  constructor(private readonly pid: number) {
    resetPeak(pid)
    this.#watching = this.#watch()
  }

  async stop(): Promise<number> {
    this.#isOver = true
    await this.#watching
    return this.#bytes
  }

  async #watch(): Promise<void> {
    for (;;) {
      this.#bytes = Math.max(this.#bytes, peakBytes(this.pid) ?? 0)
      if (this.#isOver) return
      await pause(100)
    }
  }
}
