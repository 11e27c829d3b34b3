/** The part of `process.stderr` that it needs. */
interface ProgressOutput {
  readonly isTTY?: boolean | undefined
  write(text: string): unknown
}

const terminalMs = 200
const otherMs = 10_000
const clearLine = '\r\u001b[K'

/** How far a command is, apart from its output: one line that changes on a terminal, else a line every 10 s. */
export class ProgressLine {
  #shownAt: number
  #isShown = false

  constructor(
    private readonly output: ProgressOutput,
    private readonly clock: () => number,
  ) {
    this.#shownAt = clock()
  }

  /** Shows what was done so far, unless the last line is younger than the interval. */
  show(text: string): void {
    const isTerminal = this.output.isTTY === true
    if (this.clock() - this.#shownAt < (isTerminal ? terminalMs : otherMs)) return
    this.#shownAt = this.clock()
    this.#isShown = isTerminal
    this.output.write(isTerminal ? `${clearLine}${text}` : `${text}\n`)
  }

  /** Clears the line on a terminal, before other output. */
  clear(): void {
    if (this.#isShown) this.output.write(clearLine)
    this.#isShown = false
  }
}
