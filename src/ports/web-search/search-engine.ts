/** How one engine is asked, and what its answers look like. */
export interface SearchEngine {
  /** For the log. */
  readonly name: string
  request(query: string): SearchRequest
  /** What the text of an answer lists, best first, as it stands there. Throws SearchFailure for a text that is not an answer. */
  read(text: string): Iterable<FoundPage>
}

interface SearchRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** Whatever an engine says of a page; nothing of it is checked. */
export interface FoundPage {
  /** May carry HTML, as the snippet. */
  readonly title: unknown
  readonly snippet: unknown
  readonly link: unknown
}

/** Where an engine is, and how it knows us. */
export interface EngineAddress {
  /** Replaces the engine's own address. */
  readonly url?: string | undefined
  readonly apiKey?: string | undefined
}

export function withParameters(address: string | URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

/** Why there are no results, in words for the log: no query, no address, no key, no text of the engine. */
export class SearchFailure extends Error {}
