/** A page that a search found: one line of plain text for each field, and an http or https link. */
export interface SearchResult {
  /** At most 200 characters, never empty. */
  readonly title: string
  /** At most 500 characters; may be empty. */
  readonly snippet: string
  /** At most 500 characters; a page with a longer link is left out. */
  readonly link: string
}

/** Searches the web for one message (contract: ai-workers.8). */
export interface WebSearch {
  /**
   * The first results, at most 10, best first. The answer of the engine is not trusted: unexpected types, markup,
   * control characters and other kinds of links are removed, and no link is ever requested. A search is optional: a
   * failure, or 10 seconds without a whole answer, is logged without the query and returns null; an aborted
   * `signal` returns null and logs nothing. After a timeout the engine is not asked for 30 seconds: searches return null
   * at once, and log nothing. Never rejects.
   */
  search(query: string, signal: AbortSignal): Promise<readonly SearchResult[] | null>
}
