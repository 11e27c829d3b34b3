import { stat } from 'node:fs/promises'
import { WorkerQueue } from '@parley/queue'
import { AppError, overloadRetryMs } from '@parley/runtime'
import { DocumentRefused } from './document-refused.js'
import { defaultBounds, type DocumentBounds, type DocumentText } from './document.js'
import type { DocumentSource } from './process/messages.js'
import { readInProcess } from './process/read-in-process.js'
import type { FileDescription } from './read-file.js'

interface DocumentReaderOptions {
  /** How many documents may wait; the next one is refused. Default 64. */
  readonly waiting?: number
  readonly bounds?: Partial<DocumentBounds>
}

export interface DocumentDescription extends FileDescription {
  /** The queue is fair by caller: `accountCaller` of @parley/queue names one. */
  readonly caller?: string
  readonly bounds?: Partial<DocumentBounds>
}

const defaultWaiting = 64

/** Reads documents, one at a time, each in a process with bounds. The others wait in a queue that is fair by caller. */
export class DocumentReader {
  readonly #queue: WorkerQueue
  readonly #bounds: DocumentBounds
  readonly #stop = new AbortController()

  constructor({ waiting = defaultWaiting, bounds }: DocumentReaderOptions = {}) {
    this.#bounds = { ...defaultBounds, ...bounds }
    this.#queue = new WorkerQueue({
      concurrency: 1,
      limit: waiting,
      retryAfterMs: overloadRetryMs,
      clock: Date.now,
    })
  }

  /**
   * The text of a file, from its bytes or its path. Throws DocumentRefused, the reason of the signal, or UNAVAILABLE when too many
   * documents wait or this reader stops.
   */
  async readDocument(
    source: DocumentSource,
    { caller = '', bounds: own, ...file }: DocumentDescription,
    signal: AbortSignal,
  ): Promise<DocumentText> {
    const bounds = { ...this.#bounds, ...own }
    const bytes = typeof source === 'string' ? (await stat(source)).size : source.length
    if (bytes > bounds.fileBytes) throw new DocumentRefused('too_large')
    const slot = await this.#turn(caller, signal)
    let isComplete = false
    try {
      const text = await readInProcess({ source, file, bounds }, AbortSignal.any([signal, this.#stop.signal]))
      isComplete = true
      return text
    } finally {
      slot.leave({ isComplete })
    }
  }

  /** Ends the document that is read, and refuses all others. */
  async stop(): Promise<void> {
    this.#stop.abort(unavailable())
    await this.#queue.drain()
  }

  async #turn(caller: string, signal: AbortSignal) {
    const slot = this.#enter(caller)
    try {
      const positions = slot.positions(signal)
      while (!(await positions.next()).done);
      return slot
    } catch (error) {
      slot.leave()
      throw asDocuments(error)
    }
  }

  #enter(caller: string) {
    try {
      return this.#queue.enter({ caller })
    } catch (error) {
      throw asDocuments(error)
    }
  }
}

const unavailable = (cause?: unknown) =>
  new AppError('UNAVAILABLE', {
    message: 'Too many documents are being read, try again later',
    retryAfterMs: overloadRetryMs,
    cause,
  })

/** The queue speaks of a model. */
const asDocuments = (error: unknown) =>
  error instanceof AppError && error.code === 'UNAVAILABLE' ? unavailable(error) : error
