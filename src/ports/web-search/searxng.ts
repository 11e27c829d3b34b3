import { jsonPages } from './json-pages.js'
import type { EngineAddress, FoundPage, SearchEngine, SearchRequest } from './search-engine.js'

/** A SearXNG instance, whose settings must allow the format `json`. */
export class SearxngEngine implements SearchEngine {
  readonly name = 'searxng'

  /** `url` is where the instance is; a key goes to whatever stands in front of it. */
  constructor(private readonly address: EngineAddress & { readonly url: string }) {}

  request(query: string): SearchRequest {
    const { url: base, apiKey } = this.address
    const url = new URL(base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/search`
    url.searchParams.set('q', query)
    url.searchParams.set('format', 'json')
    return { url, headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` } }
  }

  read(text: string): FoundPage[] {
    return jsonPages(text, ['results']).map(({ title, content, url }) => ({ title, snippet: content, link: url }))
  }
}
