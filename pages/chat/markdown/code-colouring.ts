import type { Code, Colours } from './colours.js'
import type { ColourWorkerMessage } from './colour-worker.js'

/** The file of the worker, beside the script of the page. The build writes its name here. */
declare const COLOUR_WORKER: string

interface Job extends Code {
  readonly settle: (colours: Colours | undefined) => void
}

/** A code with its colours, which are undefined for one that stays in one colour. */
export interface ColouredCode extends Code {
  readonly colours: Colours | undefined
}

/** So many coloured blocks are kept: a reply that ends is shown by another element, as is one that was scrolled away. */
const maxKept = 30
/** The time for a block, in beats of a timer: a machine that is busy, or was asleep, delays them too. */
const limit = { beats: 20, beatMs: 50 }
/** After so many blocks that took longer nothing is coloured until the page is loaded again. */
const maxAbandoned = 20

/**
 * Colours blocks of code one after the other in a worker, because some texts need seconds. One that needs longer than
 * the limit ends the worker, stays in one colour and is not tried again.
 */
export class CodeColouring {
  readonly #abandoned = new Set<string>()
  #kept: readonly ColouredCode[] = []
  readonly #waiting = new Set<Job>()
  #running: Job | undefined
  #worker: Worker | undefined
  #isReady = false
  #timer: ReturnType<typeof setInterval> | undefined

  /** The longest beginning of a code that was coloured. */
  beginningOf({ text, language }: Code): ColouredCode | undefined {
    const beginnings = this.#kept.filter((kept) => kept.language === language && text.startsWith(kept.text))
    return beginnings.reduce<ColouredCode | undefined>(
      (longest, each) => (each.text.length >= (longest?.text.length ?? 0) ? each : longest),
      undefined,
    )
  }

  /** Calls `settle` unless the worker cannot start or needs too long. Returns what cancels the request. */
  request({ text, language }: Code, settle: () => void): () => void {
    let isWanted = true
    const job: Job = {
      text,
      language,
      settle: (colours) => {
        this.#keep({ text, language, colours })
        if (isWanted) settle()
      },
    }
    this.#waiting.add(job)
    this.#next()
    return () => {
      isWanted = false
      this.#waiting.delete(job)
    }
  }

  /** In place of the beginnings of the same code. */
  #keep(code: ColouredCode): void {
    const others = this.#kept.filter(({ text, language }) => language !== code.language || !code.text.startsWith(text))
    this.#kept = [...others, code].slice(-maxKept)
  }

  #next(): void {
    if (this.#running) return
    const job = this.#nextJob()
    if (!job) return
    if (!this.#worker) this.#start()
    if (!this.#worker || !this.#isReady) return
    this.#waiting.delete(job)
    this.#running = job
    let beats = 0
    this.#timer = setInterval(() => {
      beats += 1
      if (beats === limit.beats) this.#abandon(job)
    }, limit.beatMs)
    this.#worker.postMessage({ text: job.text, language: job.language } satisfies Code)
  }

  #nextJob(): Job | undefined {
    for (const job of this.#waiting) {
      if (this.#abandoned.size < maxAbandoned && !this.#abandoned.has(keyOf(job))) return job
      this.#waiting.delete(job)
    }
    return undefined
  }

  #start(): void {
    try {
      // relative: a proxy can put a path before the page
      this.#worker = new Worker(new URL(COLOUR_WORKER, import.meta.url))
    } catch {
      // a browser without workers
      this.#waiting.clear()
      return
    }
    this.#worker.onmessage = ({ data }: MessageEvent<ColourWorkerMessage>) => this.#receive(data)
    this.#worker.onerror = () => (this.#running ? this.#abandon(this.#running) : this.#failToStart())
  }

  #receive(message: ColourWorkerMessage): void {
    const job = this.#running
    if (message.kind === 'ready') this.#isReady = true
    else this.#release()
    this.#next()
    if (message.kind === 'coloured') job?.settle(message.colours)
  }

  #abandon(job: Job): void {
    this.#abandoned.add(keyOf(job))
    this.#stop()
    this.#next()
  }

  /** Without a network, or with a policy of a proxy that forbids workers, code stays in one colour. */
  #failToStart(): void {
    this.#waiting.clear()
    this.#stop()
  }

  #stop(): void {
    this.#release()
    this.#worker?.terminate()
    this.#worker = undefined
    this.#isReady = false
  }

  #release(): void {
    clearInterval(this.#timer)
    this.#running = undefined
  }
}

export const codeColouring = new CodeColouring()

const keyOf = ({ text, language }: Code): string => `${language}\n${text}`
