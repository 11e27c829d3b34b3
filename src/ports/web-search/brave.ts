import { jsonPages } from './json-pages.js'
import type { EngineAddress, FoundPage, SearchEngine, SearchRequest } from './search-engine.js'

/** The web search of Brave. */
export class BraveEngine implements SearchEngine {
  readonly name = 'brave'

  constructor(private readonly address: EngineAddress) {}

  request(query: string): SearchRequest {
    const { url: own = 'https://api.search.brave.com/res/v1/web/search', apiKey = '' } = this.address
    const url = new URL(own)
    url.searchParams.set('q', query)
    url.searchParams.set('count', '10')
    return { url, headers: { 'x-subscription-token': apiKey } }
  }

  read(text: string): FoundPage[] {
    return jsonPages(text, ['web', 'results']).map(({ title, description, url }) => {
      return { title, snippet: description, link: url }
    })
  }
}
