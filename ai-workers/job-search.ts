import type { LogSource } from '@parley/chat-log-store'
import { limits } from '../src/limits.js'
import type { ReplyJob, ReplySearch } from '../src/ports/reply-generator/reply-generator.js'
import type { SearchResult, WebSearch } from '../src/ports/web-search/web-search.js'
import type { BackendJob } from './backends/backend.js'
import { formatReferences } from './prompts/references.js'

/** The search of the web for a job, from its beginning on. */
export class JobSearch {
  readonly #query: string
  readonly #results: Promise<readonly SearchResult[] | null>
  /** Undefined until it has ended. */
  #end: ReplySearch | undefined
  #reported: ReplySearch | undefined

  constructor(
    search: WebSearch,
    private readonly job: Pick<ReplyJob, 'message' | 'readsSearch' | 'passages'>,
    signal: AbortSignal,
  ) {
    // engines refuse long queries
    this.#query = Array.from(job.message).slice(0, limits.inputDataLength).join('')
    this.#results = search.search(this.#query, signal).then((results) => {
      this.#end = this.#ended(results)
      return results
    })
  }

  /** What its reader does not know yet; waits for the end of the search. */
  async *progress(): AsyncGenerator<ReplySearch, void, undefined> {
    const isRead = this.job.readsSearch === true
    if (isRead && !this.#end) yield { kind: 'search', state: 'SEARCHING', query: this.#query, sources: [] }
    await this.#results
    if (!this.#end || this.#end === this.#reported) return
    this.#reported = this.#end
    if (isRead) yield this.#end
  }

  /** What the backend of the job gets of it. */
  async forBackend(): Promise<Pick<BackendJob, 'references' | 'onReferences'>> {
    const results = (await this.#results) ?? []
    return {
      references: formatReferences(results, this.#firstNumber),
      onReferences: (areGiven) => {
        if (areGiven === (this.#end?.state === 'ENDED')) return
        const given = this.#ended(results)
        this.#end = areGiven ? given : { ...given, state: 'LEFT_OUT', sources: [] }
      },
    }
  }

  /** The numbers go on behind those of the passages of files. */
  get #firstNumber(): number {
    return 1 + Math.max(0, ...(this.job.passages ?? []).map(({ number }) => number))
  }

  #ended(results: readonly SearchResult[] | null): ReplySearch {
    const state = results ? 'ENDED' : 'FAILED'
    return {
      kind: 'search',
      state,
      query: this.#query,
      sources: (results ?? []).map((result, index) => sourceOf(result, this.#firstNumber + index)),
    }
  }
}

function sourceOf({ title, snippet, link }: SearchResult, number: number): LogSource {
  const passage = snippet === '' ? null : snippet
  return { kind: 'WEB', number, title, link, file: null, place: null, passage }
}
