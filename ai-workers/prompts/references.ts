import type { SearchResult } from '../../src/ports/web-search/web-search.js'

const most = 10

/** The first 10 results as numbered entries with title, snippet and source link (contract: office rule 2). */
export function formatReferences(results: readonly SearchResult[]): string {
  return results
    .slice(0, most)
    .map(({ title, snippet, link }, index) => `${index + 1}. ${title}\n${snippet}\nSource: ${link}`)
    .join('\n\n')
}
