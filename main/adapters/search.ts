import type { Config } from '../../src/config/config.js'
import type { SearchConfig } from '../../src/config/models/search.js'
import type { Logger } from '../../src/logger.js'
import { BraveEngine } from '../../src/ports/web-search/brave.js'
import { DuckDuckGoEngine } from '../../src/ports/web-search/duckduckgo.js'
import { GoogleEngine } from '../../src/ports/web-search/google.js'
import { HttpWebSearch } from '../../src/ports/web-search/http-web-search.js'
import type { SearchEngine } from '../../src/ports/web-search/search-engine.js'
import { SearxngEngine } from '../../src/ports/web-search/searxng.js'
import type { WebSearch } from '../../src/ports/web-search/web-search.js'

/** The web search of the office worker; undefined when none is configured. */
export function openSearch({ search }: Config, log: Logger): WebSearch | undefined {
  return search && new HttpWebSearch({ engine: engineOf(search), log })
}

function engineOf(search: SearchConfig): SearchEngine {
  switch (search.provider) {
    case 'searxng':
      return new SearxngEngine(search)
    case 'brave':
      return new BraveEngine(search)
    case 'google':
      return new GoogleEngine(search)
    case 'duckduckgo':
      return new DuckDuckGoEngine(search)
  }
}
