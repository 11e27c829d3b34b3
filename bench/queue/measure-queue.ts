import { linesOf, loaded, officeJob, startWorker, type TimedLine } from '../worker.js'

export interface QueueResult {
  /** Jobs that ran one after another, the first without waiting. */
  readonly jobs: number
  /** Whether jobs started in the order of their arrival, in each round. */
  readonly isFifo: boolean
  /** From the end of one job to the start of the next one, as their two clients saw it. */
  readonly gapsMs: readonly number[]
  /** Fixed by the script of the model. */
  readonly tokensPerSecond: number
}

export interface QueueOptions {
  readonly waiting: number
  readonly rounds: number
  readonly tokens: number
  readonly folder: string
}

const tokensPerSecond = 100

/** One job runs and the others wait, each accepted before the next one is sent; there are no other requests. */
export async function measureQueue({ waiting, rounds, tokens, folder }: QueueOptions): Promise<QueueResult> {
  const jobs = waiting + 1
  const script = `scripted:?chunks=${tokens}&delayMs=${1_000 / tokensPerSecond}&reply=${encodeURIComponent('word '.repeat(tokens).trim())}`
  const worker = await startWorker('scripted', { folder, env: { LOCAL_MODEL: script } })
  const gapsMs: number[] = []
  let isFifo = true
  try {
    await loaded(worker)
    for (let round = 0; round < rounds; round += 1) {
      const runs: Run[] = []
      for (let index = 0; index < jobs; index += 1) {
        const run = new Run(worker.url)
        runs.push(run)
        await run.accepted
      }
      await Promise.all(runs.map((run) => run.over))
      const started = runs.toSorted((one, other) => one.startedAt - other.startedAt)
      isFifo &&= started.every((run, index) => run === runs[index])
      runs.slice(1).forEach((run, index) => gapsMs.push(run.startedAt - (runs[index]?.endedAt ?? Number.NaN)))
    }
  } finally {
    await worker.stop()
  }
  return { jobs, isFifo, gapsMs, tokensPerSecond }
}

class Run {
  startedAt = Number.NaN
  endedAt = Number.NaN
  readonly accepted: Promise<void>
  readonly over: Promise<void>

  constructor(url: string) {
    const lines = linesOf(url, officeJob('what do the people say?'))
    const first = lines.next()
    this.accepted = first.then(({ value }) => this.#note(value ?? undefined))
    this.over = this.accepted.then(async () => {
      for await (const line of lines) this.#note(line)
    })
  }

  #note(line: TimedLine | undefined): void {
    if (line?.kind === 'started') this.startedAt = line.atMs
    if (line?.kind === 'end') this.endedAt = line.atMs
  }
}
