import type { GivenSettings } from '../given-settings.js'

/** The search engine for office replies (contract: ai-workers.8). */
export type SearchConfig =
  /** `url` is the address of the instance. A key is for a proxy in front of it. */
  | { readonly provider: 'searxng'; readonly url: string; readonly apiKey?: string | undefined }
  /** `url` replaces the provider's own address. */
  | { readonly provider: 'brave'; readonly url?: string | undefined; readonly apiKey: string }
  /** `url` contains the id of the search engine, as `cx`. */
  | { readonly provider: 'google'; readonly url: string; readonly apiKey: string }
  | { readonly provider: 'duckduckgo'; readonly url?: string | undefined }

/** Undefined when no setting is present, or when one is invalid. */
export function searchOf(given: GivenSettings): SearchConfig | undefined {
  const { SEARCH_PROVIDER: provider, SEARCH_URL: url, SEARCH_API_KEY: apiKey } = given.values
  const needsKey = () => given.require('SEARCH_API_KEY', 'must be set for this provider')
  if (given.isSet('SEARCH_URL') || given.isSet('SEARCH_API_KEY'))
    given.require('SEARCH_PROVIDER', 'must be set with the rest of SEARCH')
  switch (provider) {
    case undefined:
      return undefined
    case 'searxng':
      given.require('SEARCH_URL', 'must be set for searxng: where the instance is')
      return url === undefined ? undefined : { provider, url, apiKey }
    case 'brave':
      needsKey()
      return apiKey === undefined ? undefined : { provider, url, apiKey }
    case 'google': {
      needsKey()
      const hasEngine = url !== undefined && (new URL(url).searchParams.get('cx') ?? '') !== ''
      if (!hasEngine) given.refuse('SEARCH_URL', 'must be set for google, with the id of the search engine as ?cx=')
      return hasEngine && apiKey !== undefined ? { provider, url, apiKey } : undefined
    }
    case 'duckduckgo':
      if (given.isSet('SEARCH_API_KEY')) given.refuse('SEARCH_API_KEY', 'must be unset: duckduckgo has no key')
      return { provider, url }
  }
}
