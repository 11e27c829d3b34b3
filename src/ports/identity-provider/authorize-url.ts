import type { ProviderClient } from './code-exchange.js'

/** The sign-in page of a provider for this client, without the parameters that the client adds itself. */
export function authorizeUrl(endpoint: string, { clientId }: ProviderClient, scope: string | undefined): string {
  const url = new URL(endpoint)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  if (scope !== undefined) url.searchParams.set('scope', scope)
  return url.href
}
