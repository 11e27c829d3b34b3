/** The request format of one engine, and how its answers are read. */
export interface SearchEngine {
  /** For the log. */
  readonly name: string
  request(query: string): { readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  /** The pages of an answer as sent, best first. Throws SearchFailure for a text that is not an answer. */
  read(text: string): Iterable<FoundPage>
}

/** A page as the engine describes it; nothing is validated yet. */
export interface FoundPage {
  /** May contain HTML, like the snippet. */
  readonly title: unknown
  readonly snippet: unknown
  readonly link: unknown
}

/** The address of an engine, and the key of this service. */
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

/** Why there are no results, for the log: without the query, the address, the key or text of the engine. */
export class SearchFailure extends Error {}
