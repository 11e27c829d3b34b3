import { gauge } from './metrics.js'

/** Whose clock a process compares its own with. */
type ClockSource = 'database' | 'redis' | 'main_process'

/** Of the logger of the process. */
type ClockLog = Readonly<Record<'info' | 'warn', (fields: object, event: string) => void>>

const warnMs = 5_000
/** Less than `warnMs`, so that a difference near it is not reported again and again. */
const agreeMs = 4_000

const namesOf: Readonly<Record<ClockSource, string>> = {
  database: 'the database',
  redis: 'Redis',
  main_process: 'the main process',
}

const clockDifference = gauge({
  name: 'parley_clock_difference_seconds',
  help: 'The clock of this machine minus another one, in seconds, by source of the other: database (instances), redis (workers) or main_process (workers without Redis).',
  labelNames: ['source'],
})

/** Keeps `parley_clock_difference_seconds`, and logs once when the clock deviates and once when it agrees again. */
export class ClockWatch {
  #differenceMs = 0
  #isDeviating = false

  constructor(
    private readonly source: ClockSource,
    private readonly log: ClockLog,
  ) {}

  /** In milliseconds; positive when the clock of this machine is ahead. */
  get differenceMs(): number {
    return this.#differenceMs
  }

  see(differenceMs: number): void {
    this.#differenceMs = differenceMs
    const { source, log } = this
    clockDifference.set({ source }, differenceMs / 1_000)
    const isDeviating = Math.abs(differenceMs) >= (this.#isDeviating ? agreeMs : warnMs)
    if (isDeviating === this.#isDeviating) return
    this.#isDeviating = isDeviating
    const fields = { source, differenceMs: Math.round(differenceMs) }
    if (isDeviating) log.warn(fields, 'clock.deviated')
    else log.info(fields, 'clock.agreed')
  }

  /** A sentence for operators while the clock deviates. */
  warnings(): readonly string[] {
    return this.#isDeviating ? [this.sentence()] : []
  }

  sentence(): string {
    const direction = this.#differenceMs < 0 ? 'behind' : 'ahead of'
    const seconds = Math.round(Math.abs(this.#differenceMs) / 1_000)
    return `The clock of this machine is ${seconds} seconds ${direction} that of ${namesOf[this.source]}`
  }
}
