import { jsonPages } from './json-pages.js'
import type { EngineAddress, FoundPage, SearchEngine, SearchRequest } from './search-engine.js'

/** A programmable search engine of Google. */
export class GoogleEngine implements SearchEngine {
  readonly name = 'google'

  /** `url` carries the id of the engine, as `cx`. */
  constructor(private readonly address: EngineAddress & { readonly url: string }) {}

  request(query: string): SearchRequest {
    const url = new URL(this.address.url)
    url.searchParams.set('key', this.address.apiKey ?? '')
    url.searchParams.set('q', query)
    url.searchParams.set('num', '10')
    return { url, headers: {} }
  }

  read(text: string): FoundPage[] {
    return jsonPages(text, ['items']).map(({ title, snippet, link }) => ({ title, snippet, link }))
  }
}
