import { isDeeperThan } from '@parley/runtime'
import { HostedFailure } from '../hosted-failure.js'

/** Far above that of any provider: their text is written with recursion. */
export const mostLevels = 64

/** The fields of a message or a call that the protocol does not have, for a client that sends them back. */
export class PassedFields {
  /** The JSON text of each, without lists, which grow. */
  readonly #last = new Map<string, string>()
  #length = 0

  constructor(private readonly known: readonly string[]) {}

  /** The new ones of a piece, see ToolCallPart; empty without any. Throws HostedFailure for a deep one. */
  read(piece: object): string {
    const added = Object.entries(piece).flatMap(([key, value]) => {
      if (value === null || value === undefined || this.known.includes(key)) return []
      if (isDeeperThan(value, mostLevels)) throw new HostedFailure('the answer was not understood')
      const json = JSON.stringify(value)
      // some providers repeat a value in every piece
      if (!Array.isArray(value) && this.#last.get(key) === json) return []
      this.#last.set(key, json)
      return `${JSON.stringify(key)}:${json}`
    })
    if (added.length === 0) return ''
    const line = `{${added.join(',')}}\n`
    this.#length += line.length
    return line
  }

  /** Of all so far, in UTF-16 code units. */
  get length(): number {
    return this.#length
  }
}
