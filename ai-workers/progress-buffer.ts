import type {
  ReplyDelta,
  ReplyFields,
  ReplyProgress,
  ReplyThought,
  ReplyToolCall,
} from '../src/ports/reply-generator/reply-generator.js'

/** The window of a model that merges nothing itself. */
export const defaultMergeMs = 25

const halfCharacters = /\p{Surrogate}/gu

/**
 * Coalesces the unread progress of a job: at most one position, one start, the newest attempt and one end; its search, its
 * thoughts, its text and the arguments of its tool calls grow in place. The first piece of an attempt is ready at once, a
 * later one `windowMs` after the previous one. A trailing high surrogate waits for its other half.
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
    if (last?.kind === 'queued' || (last?.kind === 'search' && progress.kind === 'search')) this.#unread.pop()
    if (isPiece(progress)) {
      const others = this.#unread.filter((each) => !isOfEarlierAttempt(each, progress))
      if (others.length < this.#unread.length) this.#unread.splice(0, this.#unread.length, ...others)
      for (const [at, earlier] of this.#unread.entries()) {
        const joined = joinedPieces(earlier, progress)
        if (!joined) continue
        const isLast = at === this.#unread.length - 1
        // another reader may only continue after all that is before it
        this.#unread[at] = isLast ? joined : { ...joined, ...resumptionOf(earlier) }
        if (!isLast) this.#resumeLastAt(progress)
        return
      }
    }
    this.#unread.push(progress)
  }

  /** The next progress that is ready, if any. */
  shift(): ReplyProgress | undefined {
    const first = this.#unread[0]
    if (!first || !isPiece(first)) return this.#unread.shift()
    // thoughts are followed by text, and that by calls, while the pieces of two calls may alternate, and fields come with any
    const [, ...others] = this.#unread
    const next = others.find((each) => (first.kind === 'tool_call' ? !isPiece(each) : each.kind !== 'fields'))
    return this.#shiftPiece(first, this.#isClosed || next !== undefined)
  }

  /** Marks the end: all unread progress is ready. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#window)
  }

  clear(): void {
    this.#unread.length = 0
  }

  #shiftPiece(pending: Piece, isFinal: boolean): Piece | undefined {
    if (this.#window && !isFinal && pending.attempt === this.#lastAttempt) return undefined
    const ready = isFinal ? pending.delta.length : wholeCharacters(pending.delta)
    if (ready < pending.delta.length) {
      if (ready === 0) return undefined
      this.#unread[0] = restAt(pending, ready)
    } else this.#unread.shift()
    this.#lastAttempt = pending.attempt
    if (!isFinal) this.#openWindow()
    // one code unit for another: offsets stay correct when a model returns half a character
    return { ...pending, delta: pending.delta.slice(0, ready).replace(halfCharacters, '\uFFFD') }
  }

  #resumeLastAt(piece: Piece): void {
    const last = this.#unread.at(-1)
    if (last && isPiece(last) && last.kind !== 'tool_call' && last.kind !== 'fields')
      this.#unread[this.#unread.length - 1] = { ...last, ...resumptionOf(piece) }
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

type Piece = ReplyFields | ReplyThought | ReplyDelta | ReplyToolCall

const isPiece = (progress: ReplyProgress): progress is Piece =>
  progress.kind === 'fields' ||
  progress.kind === 'thought' ||
  progress.kind === 'delta' ||
  progress.kind === 'tool_call'

const resumptionOf = (progress: ReplyProgress) => ('resumeAt' in progress ? { resumeAt: progress.resumeAt } : {})

function isOfEarlierAttempt(progress: ReplyProgress, { attempt }: Piece): boolean {
  return isPiece(progress) && progress.attempt !== attempt
}

/** Undefined unless both are of the thoughts or of the text of the reply, or of the arguments of one call. */
function joinedPieces(first: ReplyProgress, second: Piece): Piece | undefined {
  if (first.kind === 'fields' && second.kind === 'fields')
    return { ...second, offset: first.offset, delta: first.delta + second.delta }
  if ((first.kind === 'delta' || first.kind === 'thought') && first.kind === second.kind)
    return { ...second, offset: first.offset, delta: first.delta + second.delta }
  if (first.kind !== 'tool_call' || second.kind !== 'tool_call' || first.index !== second.index) return undefined
  const fields = (first.fields ?? '') + (second.fields ?? '')
  return { ...first, delta: first.delta + second.delta, ...(fields === '' ? {} : { fields }) }
}

/** The piece without its first `ready` code units. */
function restAt(piece: Piece, ready: number): Piece {
  const rest = { ...piece, offset: piece.offset + ready, delta: piece.delta.slice(ready) }
  return rest.kind === 'tool_call' ? { ...rest, head: undefined, fields: undefined } : rest
}

function wholeCharacters(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
}
