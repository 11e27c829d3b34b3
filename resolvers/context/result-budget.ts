import { AppError, type MemoryReservation, type ResultBytes } from '@parley/runtime'
import { limits } from '../../src/limits.js'

/** A result up to this size is not counted for its client: it is sent soon enough. */
const smallBytes = 65_536
/** Shorter texts are not counted: the cost of an operation bounds their number. */
export const shortText = 1_024
/** JSON writes a control character as six characters. */
const controls = /\p{Cc}/u

/**
 * Bounds one result, and counts a large one for its client. The operations of a context run one after the other. When
 * one field fails, graphql-js answers while the other fields still run: rows that they add after `end` are refused.
 */
export class ResultBudget implements ResultBytes {
  #read = 0
  #written = 0
  #counted = 0
  #mayRefuse = true
  #isOver = false
  #reservation: MemoryReservation | undefined

  /** `reserveMemory` starts the count for the client; undefined for an operation without a client. */
  constructor(private readonly reserveMemory?: (() => MemoryReservation) | undefined) {}

  /** Begins a result. The result of a mutation is not refused when memory is short: the mutation has been executed. */
  begin({ mayRefuse }: { readonly mayRefuse: boolean }): void {
    this.end()
    this.#isOver = false
    this.#mayRefuse = mayRefuse
    this.#read = 0
    this.#written = 0
  }

  /** Call it when the result has left the memory, or is counted elsewhere. */
  end(): void {
    this.#isOver = true
    if (this.#counted === 0) return
    this.#reservation?.release()
    this.#counted = 0
  }

  fits(bytes: number): boolean {
    const read = this.#read + bytes
    if (read <= smallBytes) return true
    return read <= limits.resultBytes && bytes <= (this.#forClient()?.left() ?? Infinity)
  }

  /** @throws AppError RESULT_TOO_LARGE beyond the bound of one result, UNAVAILABLE when memory is short. */
  add(bytes: number): void {
    this.#count(this.#read + bytes)
    this.#read += bytes
  }

  /** Counts a text of the result; a document can select one row many times. Throws like `add`. */
  write(text: string): void {
    if (text.length <= shortText) return
    const bytes = Buffer.byteLength(controls.test(text) ? JSON.stringify(text) : text)
    this.#count(this.#written + bytes)
    this.#written += bytes
  }

  /** Counts the growth since the last count for the client. */
  #count(bytes: number): void {
    if (this.#isOver) throw new AppError('UNAVAILABLE')
    if (bytes > limits.resultBytes) throw resultTooLarge()
    if (bytes <= smallBytes || bytes <= this.#counted) return
    const reservation = this.#forClient()
    if (!reservation) return
    const more = bytes - this.#counted
    if (this.#mayRefuse) reservation.add(more)
    else reservation.count(more)
    this.#counted = bytes
  }

  #forClient(): MemoryReservation | undefined {
    return (this.#reservation ??= this.reserveMemory?.())
  }
}

function resultTooLarge(): AppError {
  const message = `The result has more than ${String(limits.resultBytes / 1_048_576)} MiB: ask for fewer rows or fields`
  return new AppError('RESULT_TOO_LARGE', { message })
}
