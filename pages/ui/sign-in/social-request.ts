import type { Parley } from '@parley/client'
import type { SocialProvidersQuery } from '@parley/client/operations'
import { serverUrl } from '../navigation/server-url.js'
import { tabStorage } from '../storage/browser-storage.js'

export type Provider = NonNullable<SocialProvidersQuery['socialProviders']>[number]

/** What the tab remembers while the person is at the provider. */
interface SocialRequest {
  readonly provider: Provider['id']
  readonly redirectUri: string
  readonly state: string
  readonly next: string
  readonly codeVerifier?: string
  readonly invitationToken?: string
}

const key = 'parley-social'

/**
 * Where a provider sends people back. Beside others each has an address of its own: a code that comes to the address of
 * another one is not sent to the provider that it is not from.
 */
const redirectUriOf = (id: Provider['id'], isOnly: boolean): string =>
  serverUrl.href + (isOnly ? '' : `sign-in/${id.toLowerCase().replace('_', '-')}`)

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const random = () => base64Url(crypto.getRandomValues(new Uint8Array(32)))

interface Intent {
  /** The path of the route after the sign-in. */
  readonly next: string
  /** Whether the server has no other provider. */
  readonly isOnly: boolean
  /** The token of an invitation, for a new account. */
  readonly invitationToken?: string | undefined
}

/** Goes to a provider, which sends the person back to this page with a code. */
export async function goToProvider(
  { id, authorizeUrl }: Provider,
  { next, isOnly, invitationToken }: Intent,
): Promise<void> {
  const address = authorizeUrl === null ? null : URL.parse(authorizeUrl)
  if (!address || !/^https?:$/.test(address.protocol)) return
  const state = random()
  const codeVerifier = random()
  const redirectUri = redirectUriOf(id, isOnly)
  address.searchParams.set('redirect_uri', redirectUri)
  address.searchParams.set('state', state)
  // browsers compute hashes on https and on the loopback address only
  const isHashing = 'subtle' in crypto
  if (isHashing) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
    address.searchParams.set('code_challenge', base64Url(new Uint8Array(hash)))
    address.searchParams.set('code_challenge_method', 'S256')
  }
  const request: SocialRequest = {
    ...{ provider: id, redirectUri, state, next },
    ...(isHashing && { codeVerifier }),
    ...(invitationToken !== undefined && { invitationToken }),
  }
  tabStorage.write(key, JSON.stringify(request))
  location.assign(address)
}

/** The path of the route to which the person who has gone to a provider wants to return; null for none. */
export function awaitedRoute(): string | null {
  const stored = tabStorage.read(key)
  return stored === null ? null : (JSON.parse(stored) as SocialRequest).next
}

/**
 * Signs in with the code that the provider has sent, and resolves to the path of the next route; `isRefused` without the right
 * code. `onNext` gets the path before the request, which can ask for a second step.
 */
export async function finishSocialSignIn(
  parley: Parley,
  onNext: (path: string) => void,
): Promise<{ readonly next: string; readonly isRefused: boolean }> {
  const query = new URLSearchParams(location.search)
  const stored = tabStorage.read(key)
  tabStorage.write(key, null)
  const request = stored === null ? null : (JSON.parse(stored) as SocialRequest)
  const code = query.get('code')
  // without the state that this tab has sent, the code can be that of another person
  const isRight = query.get('state') === request?.state && location.origin + location.pathname === request.redirectUri
  if (!request || code === null || !isRight) return { next: request?.next ?? '/', isRefused: true }
  const { provider, redirectUri, state, next, codeVerifier, invitationToken } = request
  const iss = query.get('iss')
  onNext(next)
  await parley.socialSignIn({
    provider,
    code,
    state,
    redirectUri,
    ...(iss !== null && { iss }),
    ...(codeVerifier && { codeVerifier }),
    ...(invitationToken && { invitationToken }),
  })
  return { next, isRefused: false }
}
