import type { ReplyDelta, ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'

/** The window of a model that merges nothing itself. */
export const defaultMergeMs = 25

const halfCharacters = /\p{Surrogate}/gu

/**
 * Coalesces the unread progress of a job: at most one position, one start, one delta and one end; the text of an
 * attempt grows in place. The first delta of an attempt is ready at once, a later one `windowMs` after the previous
 * one. A trailing high surrogate waits for its other half.
 */
export class ProgressBuffer {
  readonly #unread: ReplyProgress[] = []
  #lastAttempt = 0
  #isClosed = false
  #window: NodeJS.Timeout | undefined

  /** `onReady` is called when a delta becomes ready because time has passed. */
  constructor(
    private readonly windowMs: number,
    private readonly onReady: () => void,
  ) {}

  add(progress: ReplyProgress): void {
    const last = this.#unread.at(-1)
    if (last?.kind === 'queued') this.#unread.pop()
    if (last?.kind === 'delta' && progress.kind === 'delta') {
      this.#unread.pop()
      const isSame = last.attempt === progress.attempt
      this.#unread.push(isSame ? { ...progress, offset: last.offset, delta: last.delta + progress.delta } : progress)
      return
    }
    this.#unread.push(progress)
  }

  /** The next progress that is ready, if any. */
  shift(): ReplyProgress | undefined {
    const first = this.#unread[0]
    if (first?.kind === 'delta') return this.#shiftDelta(first, this.#isClosed || this.#unread.length > 1)
    return this.#unread.shift()
  }

  /** Marks the end: all unread progress is ready. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#window)
  }

  clear(): void {
    this.#unread.length = 0
  }

  #shiftDelta(pending: ReplyDelta, isFinal: boolean): ReplyDelta | undefined {
    if (this.#window && !isFinal && pending.attempt === this.#lastAttempt) return undefined
    const ready = isFinal ? pending.delta.length : wholeCharacters(pending.delta)
    if (ready === 0) return undefined
    if (ready === pending.delta.length) this.#unread.shift()
    else this.#unread[0] = { ...pending, offset: pending.offset + ready, delta: pending.delta.slice(ready) }
    this.#lastAttempt = pending.attempt
    if (!isFinal) this.#openWindow()
    // one code unit for another: offsets stay correct when a model returns half a character
    return { ...pending, delta: pending.delta.slice(0, ready).replace(halfCharacters, '\uFFFD') }
  }

  #openWindow(): void {
    if (this.windowMs === 0) return
    clearTimeout(this.#window)
    this.#window = setTimeout(() => {
      this.#window = undefined
      this.onReady()
    }, this.windowMs)
  }
}

function wholeCharacters(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
}
