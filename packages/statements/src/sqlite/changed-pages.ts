import { closeSync, openSync, readSync } from 'node:fs'
import { knowsPagesOf, remainsIn } from './page-remains.js'

/** The headers of the log and of each of its frames, in bytes. */
const [logHeaderBytes, frameHeaderBytes] = [32, 24]
/** Where both have two numbers that change when the log begins anew. */
const saltBytes = { inLog: [16, 24], inFrame: [8, 16] } as const
const framesPerRead = 64

/** Whether pages have remains, by their numbers. */
type Pages = Map<number, boolean>

/**
 * Reads the pages that an SQLite file gets from its write-ahead log, each version once, and remembers those with remains. The form of
 * the log is documented: https://www.sqlite.org/fileformat2.html#walformat.
 */
export class ChangedPages {
  /** The numbers of pages with remains. */
  readonly withRemains = new Set<number>()
  readonly #file: number
  #buffer = Buffer.alloc(0)
  #salts = ''
  /** How many frames of the log were read. */
  #read = 0

  /** `path` is that of the log, which exists while a connection is open. */
  constructor(path: string) {
    this.#file = openSync(path, 'r')
  }

  /** Whether the log has at least so many frames: those of this round have the salts of its header. */
  hasFrames(frames: number): boolean {
    const log = this.#header()
    if (log === undefined) return false
    const position = logHeaderBytes + (frames - 1) * (frameHeaderBytes + log.pageBytes)
    return saltsOf(this.#bytes(frameHeaderBytes, position), saltBytes.inFrame) === log.salts
  }

  /** Reads whole transactions with at least so many frames; false when more may be left. */
  read(frames: number): boolean {
    const log = this.#header()
    if (log?.salts !== this.#salts) this.#read = 0
    this.#salts = log?.salts ?? ''
    if (log === undefined) return true
    const until = this.#read + frames
    let pages: Pages = new Map()
    for (let at = this.#read; ; at += framesPerRead) {
      const frameBytes = frameHeaderBytes + log.pageBytes
      const bytes = this.#bytes(framesPerRead * frameBytes, logHeaderBytes + at * frameBytes)
      for (let index = 0; index < framesPerRead; index += 1) {
        const frame = bytes.subarray(index * frameBytes, (index + 1) * frameBytes)
        if (frame.length < frameBytes || saltsOf(frame, saltBytes.inFrame) !== log.salts) return true
        const number = frame.readUInt32BE(0)
        pages.set(number, remainsIn(frame.subarray(frameHeaderBytes), number) !== undefined)
        // the last frame of a transaction has the number of pages of the file; others can be overwritten
        const filePages = frame.readUInt32BE(4)
        if (filePages === 0) continue
        if (knowsPagesOf(filePages)) this.#remember(pages)
        pages = new Map()
        this.#read = at + index + 1
        if (this.#read >= until) return false
      }
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #remember(pages: Pages): void {
    for (const [number, hasRemains] of pages)
      if (hasRemains) this.withRemains.add(number)
      else this.withRemains.delete(number)
  }

  /** Undefined for an empty log. */
  #header(): { readonly salts: string; readonly pageBytes: number } | undefined {
    const header = this.#bytes(logHeaderBytes, 0)
    if (header.length < logHeaderBytes) return undefined
    return { salts: saltsOf(header, saltBytes.inLog), pageBytes: header.readUInt32BE(8) }
  }

  /** Fewer at the end of the file; valid until the next call. */
  #bytes(length: number, position: number): Buffer {
    if (this.#buffer.length < length) this.#buffer = Buffer.alloc(length)
    return this.#buffer.subarray(0, readSync(this.#file, this.#buffer, 0, length, position))
  }
}

const saltsOf = (bytes: Buffer, [from, to]: readonly [number, number]) => bytes.toString('latin1', from, to)
