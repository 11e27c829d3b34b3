import type { Logger } from '@parley/runtime'

const barMs = 200
const lineMs = 10_000
const width = 30

interface ProgressTarget {
  readonly isTTY?: boolean | undefined
  write(text: string): unknown
}

/** Shows the progress of a download: a bar on a terminal, otherwise a log line every ten seconds. */
export class DownloadProgress {
  readonly #startedAt = performance.now()
  #shownAt = -Infinity
  #first: number | undefined

  constructor(
    private readonly name: string,
    private readonly log: Logger,
    private readonly terminal: ProgressTarget = process.stdout,
  ) {}

  show(bytes: number, total: number | undefined): void {
    const now = performance.now()
    this.#first ??= bytes
    const isTerminal = this.terminal.isTTY === true
    if (now - this.#shownAt < (isTerminal ? barMs : lineMs) && bytes !== total) return
    this.#shownAt = now
    if (isTerminal) this.terminal.write(`\r\u001B[K${this.#bar(bytes, total)}`)
    else this.log.info({ file: this.name, bytes, total }, 'model_download.progressed')
  }

  /** Ends the bar, so that later output starts on its own line. */
  end(): void {
    if (this.terminal.isTTY === true && this.#shownAt > 0) this.terminal.write('\n')
  }

  #bar(bytes: number, total: number | undefined): string {
    const seconds = (performance.now() - this.#startedAt) / 1_000
    const rate = `${((bytes - (this.#first ?? 0)) / seconds / 1e6).toFixed(1)} MB/s`
    if (total === undefined) return `${this.name} ${megabytes(bytes)} MB ${rate}`
    const done = Math.round((bytes / total) * width)
    const bar = `[${'#'.repeat(done)}${'.'.repeat(width - done)}]`
    return `${this.name} ${bar} ${String(Math.floor((bytes / total) * 100))} % of ${megabytes(total)} MB, ${rate}`
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
