import { Complaint, type Fields, type Rule } from '../fields.js'
import { apiKey, oneOf } from '../rules.js'

const providers = ['searxng', 'brave', 'google', 'duckduckgo'] as const

/** Who searches the web for office replies (contract: ai-workers.8). */
export type SearchConfig =
  /** `url` is where the instance is. A key is for what stands in front of it. */
  | { readonly provider: 'searxng'; readonly url: string; readonly apiKey?: string | undefined }
  /** `url` replaces the provider's own address. */
  | { readonly provider: 'brave'; readonly url?: string | undefined; readonly apiKey: string }
  /** `url` carries the id of the search engine, as `cx`. */
  | { readonly provider: 'google'; readonly url: string; readonly apiKey: string }
  | { readonly provider: 'duckduckgo'; readonly url?: string | undefined }

/** `SEARCH_PROVIDER`, `SEARCH_URL` and `SEARCH_API_KEY`. Undefined when nothing is set, or when something is wrong. */
export function readSearch(fields: Fields): SearchConfig | undefined {
  const provider = fields.readOptional('SEARCH_PROVIDER', oneOf(providers))
  const url = fields.readOptional('SEARCH_URL', address)
  const key = fields.readOptional('SEARCH_API_KEY', apiKey)
  const isMeant = fields.isSet('SEARCH_URL') || fields.isSet('SEARCH_API_KEY')
  if (isMeant && !fields.isSet('SEARCH_PROVIDER'))
    fields.refuse('SEARCH_PROVIDER', 'must be set with the rest of SEARCH')
  switch (provider) {
    case undefined:
      return undefined
    case 'searxng':
      if (!fields.isSet('SEARCH_URL')) fields.refuse('SEARCH_URL', 'must be set for searxng: where the instance is')
      return url === undefined ? undefined : { provider, url, apiKey: key }
    case 'brave':
      requireKey(fields)
      return key === undefined ? undefined : { provider, url, apiKey: key }
    case 'google': {
      requireKey(fields)
      const hasEngine = url !== undefined && (new URL(url).searchParams.get('cx') ?? '') !== ''
      if (!hasEngine) fields.refuse('SEARCH_URL', 'must be set for google, with the id of the search engine as ?cx=')
      return hasEngine && key !== undefined ? { provider, url, apiKey: key } : undefined
    }
    case 'duckduckgo':
      if (fields.isSet('SEARCH_API_KEY')) fields.refuse('SEARCH_API_KEY', 'must be unset: duckduckgo has no key')
      return { provider, url }
  }
}

function requireKey(fields: Fields): void {
  if (!fields.isSet('SEARCH_API_KEY')) fields.refuse('SEARCH_API_KEY', 'must be set for this provider')
}

const address: Rule<string> = (text) =>
  /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#@\\]*)?(\?[^\s#]*)?$/i.test(text) && URL.canParse(text)
    ? new URL(text).href
    : new Complaint('must be http:// or https://, a host, and perhaps a port, a path and a query')
