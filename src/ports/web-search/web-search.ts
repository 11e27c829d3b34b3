/** A page that a search found: one line of plain text each, and an http or https link. */
export interface SearchResult {
  /** At most 200 characters, never empty. */
  readonly title: string
  /** At most 500 characters; may be empty. */
  readonly snippet: string
  /** At most 500 characters: a page with a longer one is left out. */
  readonly link: string
}

/** Searches the web for one message (contract: ai-workers.8). */
export interface WebSearch {
  /**
   * The first results, at most 10, best first. Nothing of what an engine sends is believed: other types, markup, control
   * characters and other links are left out, and no link is ever asked for. A search is optional: any failure, 10 seconds
   * without a whole answer included, is a line in the log without the query and no results, and so is `signal`, without a
   * line. An engine that took longer is not asked again for 30 seconds: no results at once, without a line. Never rejects.
   */
  search(query: string, signal: AbortSignal): Promise<readonly SearchResult[]>
}
