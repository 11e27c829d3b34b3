import { isJsonObject, type JsonObject, parsedJson } from '@parley/runtime'
import { SearchFailure, withParameters, type EngineAddress, type SearchEngine } from './search-engine.js'

export function braveEngine({ url, apiKey = '' }: EngineAddress): SearchEngine {
  const address = url ?? 'https://api.search.brave.com/res/v1/web/search'
  return {
    name: 'brave',
    request: (q) => ({ url: withParameters(address, { q, count: '10' }), headers: { 'x-subscription-token': apiKey } }),
    read: (text) =>
      jsonPages(text, ['web', 'results']).map(({ title, description, url: link }) => ({
        title,
        snippet: description,
        link,
      })),
  }
}

/** A programmable search engine of Google. `url` contains the id of the engine, as `cx`. */
export function googleEngine({ url, apiKey: key = '' }: EngineAddress & { readonly url: string }): SearchEngine {
  return {
    name: 'google',
    request: (q) => ({ url: withParameters(url, { key, q, num: '10' }), headers: {} }),
    read: (text) => jsonPages(text, ['items']).map(({ title, snippet, link }) => ({ title, snippet, link })),
  }
}

/**
 * A SearXNG instance; its settings must allow the format `json`. `url` is the address of the instance. A key is sent to
 * a proxy in front of it.
 */
export function searxngEngine({ url: base, apiKey }: EngineAddress & { readonly url: string }): SearchEngine {
  const address = new URL(base)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/search`
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  return {
    name: 'searxng',
    request: (q) => ({ url: withParameters(address, { q, format: 'json' }), headers }),
    read: (text) =>
      jsonPages(text, ['results']).map(({ title, content, url }) => ({ title, snippet: content, link: url })),
  }
}

/** The objects of the list at a path of a JSON text, if any. Throws SearchFailure for invalid JSON. */
function jsonPages(text: string, path: readonly string[]): readonly JsonObject[] {
  let value = parsedJson(text)
  if (!isJsonObject(value)) throw new SearchFailure('not understood')
  for (const key of path) value = isJsonObject(value) ? value[key] : undefined
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new SearchFailure('not understood')
  return value.filter(isJsonObject)
}
