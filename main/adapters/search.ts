import type { Logger } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import type { SearchConfig } from '../../src/config/models/search.js'
import { braveEngine, googleEngine, searxngEngine } from '../../src/ports/web-search/json-engines.js'
import { duckDuckGoEngine } from '../../src/ports/web-search/duckduckgo.js'
import { HttpWebSearch } from '../../src/ports/web-search/http-web-search.js'
import type { SearchEngine } from '../../src/ports/web-search/search-engine.js'
import type { WebSearch } from '../../src/ports/web-search/web-search.js'

/** The web search of the office worker; undefined without a configuration. */
export function openSearch({ search }: Config, log: Logger): WebSearch | undefined {
  return search && new HttpWebSearch({ engine: engineOf(search), log })
}

function engineOf(search: SearchConfig): SearchEngine {
  switch (search.provider) {
    case 'searxng':
      return searxngEngine(search)
    case 'brave':
      return braveEngine(search)
    case 'google':
      return googleEngine(search)
    case 'duckduckgo':
      return duckDuckGoEngine(search)
  }
}
