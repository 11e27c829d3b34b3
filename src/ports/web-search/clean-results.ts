import { parseUrl } from '@parley/runtime'
import { plainText } from './plain-text.js'
import type { FoundPage } from './search-engine.js'
import type { SearchResult } from './web-search.js'

/** contract: ai-workers.8 */
const maxResults = 10
/** The model reads every result; ten results of this length leave room in a small context. */
const limits = { title: 200, snippet: 500, link: 500 } as const

/** The first pages that may be shown to a model. */
export function cleanResults(pages: Iterable<FoundPage>): SearchResult[] {
  const results: SearchResult[] = []
  for (const page of pages) {
    const result = cleanResult(page)
    if (result) results.push(result)
    if (results.length >= maxResults) break
  }
  return results
}

/** Undefined unless the link is short enough and a browser would open it as a page. */
function cleanResult({ title, snippet, link }: FoundPage): SearchResult | undefined {
  const url = pageUrl(link)
  if (!url) return undefined
  return {
    title: plainText(title, limits.title) || url.host,
    snippet: plainText(snippet, limits.snippet),
    // the URL parser has escaped line breaks
    link: url.href,
  }
}

function pageUrl(link: unknown): URL | undefined {
  if (typeof link !== 'string' || link.length > limits.link || !/^https?:\/\//i.test(link)) return undefined
  const url = parseUrl(link)
  // a user name before the host can only deceive
  return url?.username === '' && url.password === '' && url.href.length <= limits.link ? url : undefined
}
