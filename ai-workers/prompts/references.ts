import type { SearchResult } from '../../src/ports/web-search/web-search.js'

/** The results of a search as numbered entries with title, snippet and source link (contract: ai-workers.8). */
export function formatReferences(results: readonly SearchResult[], first = 1): string {
  return results
    .map(({ title, snippet, link }, index) => `${first + index}. ${title}\n${snippet}\nSource: ${link}`)
    .join('\n\n')
}
