import type { ProviderClient } from './code-exchange.js'

/** A provider's page for signing in with this client; what a client adds itself is left out. */
export function authorizeUrl(endpoint: string, { clientId }: ProviderClient, scope: string | undefined): string {
  const url = new URL(endpoint)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  if (scope !== undefined) url.searchParams.set('scope', scope)
  return url.href
}
