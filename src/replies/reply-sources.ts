import type { LogSource } from '@parley/chat-log-store'
import { limits } from '../limits.js'
import type { JobPassage, ReplyReceipt } from '../ports/reply-generator/reply-generator.js'
import { citedNumbers } from './citations.js'

/** What the model is given to read for a reply: passages of files, and what a search of the web has found. */
export class ReplySources {
  #found: readonly LogSource[] = []

  /** `ofFiles`: the source of each passage, in the same order. */
  constructor(
    private readonly ofFiles: readonly LogSource[],
    private readonly passages: readonly JobPassage[] = [],
  ) {}

  found(sources: readonly LogSource[]): void {
    this.#found = sources
  }

  /**
   * The sources to keep, nothing where there are none: all of them, or of too many those that the reply cites. Of an ended reply
   * without those that its prompt had no room for.
   */
  shown(end?: { readonly text: string; readonly receipt: ReplyReceipt | undefined }): {
    readonly sources?: readonly LogSource[]
  } {
    const { passagesKept = Infinity } = end?.receipt ?? {}
    const given = this.ofFiles.filter((_, index) => (this.passages[index]?.rank ?? 0) < passagesKept)
    const all = [...given, ...this.#found]
    if (this.ofFiles.length + this.#found.length === 0) return {}
    if (all.length <= limits.sources) return { sources: all }
    const cited = new Set(citedNumbers(end?.text ?? ''))
    return { sources: all.filter(({ number }) => cited.has(number)).slice(0, limits.sources) }
  }
}
