import { ParleyError } from '../parley-error.js'
import { SingleFlight } from '../single-flight.js'
import { Store } from '../store.js'
import type { SessionStorage, StoredSession } from './session-storage.js'

/** Why a session has ended: by a sign-out, on any device, or for good. */
export type SessionEnd = 'SIGNED_OUT' | 'EXPIRED' | 'BANNED' | 'DELETED'

export type SessionState =
  | { readonly status: 'signedIn'; readonly accountId: string; readonly reason: null }
  /** The reason is null before the first sign-in. */
  | { readonly status: 'signedOut'; readonly accountId: null; readonly reason: SessionEnd | null }

export interface Tokens {
  readonly token: string
  readonly refreshToken: string
  readonly account: { readonly id: string }
}

const guest = (reason: SessionEnd | null) => ({ status: 'signedOut', accountId: null, reason }) as const
/** A token is refreshed in the last twelfth of its lifetime: of 24 hours, in the last two. */
const margin = 1 / 12

/** The session of this client and of the other tabs that share its storage. */
export class Session extends Store<SessionState> {
  readonly #renewal = new SingleFlight<string | undefined>()

  readonly #storage: SessionStorage
  readonly #refresh: (refreshToken: string) => Promise<Tokens>

  constructor(storage: SessionStorage, refresh: (refreshToken: string) => Promise<Tokens>) {
    super(guest(null))
    this.#storage = storage
    this.#refresh = refresh
    this.read()
  }

  /** The stored session, which another tab may have changed. */
  read(): StoredSession | null {
    const stored = this.#storage.read()
    const { accountId } = this.getSnapshot()
    if (stored && stored.accountId !== accountId)
      this.set({ status: 'signedIn', accountId: stored.accountId, reason: null })
    if (!stored && accountId !== null) this.set(guest('SIGNED_OUT'))
    return stored
  }

  begin({ token, refreshToken, account }: Tokens): void {
    // by the lifetime, not the time of the server, because the clock of this machine can differ
    const expiresAt = Date.now() + lifetimeOf(token)
    this.#storage.write({ accountId: account.id, token, refreshToken, expiresAt })
    this.read()
  }

  /** Forgets the session of this token; that of another token stays. */
  end(reason: SessionEnd, token: string | undefined): void {
    const stored = this.read()
    if (!stored || !token || claimsOf(stored.token).sid !== claimsOf(token).sid) return
    this.#storage.write(null)
    this.set(guest(reason))
  }

  /** A token that is valid for some time; undefined for a guest. */
  async token(): Promise<string | undefined> {
    const stored = this.read()
    if (!stored) return undefined
    const { token, expiresAt, isUnanswered } = stored
    if (expiresAt - Date.now() > (isUnanswered ? 0 : lifetimeOf(token) * margin)) return token
    return this.renew(token).catch((error: unknown) => {
      if (this.read()?.token === token) this.#storage.write({ ...stored, isUnanswered: true })
      if (Date.now() < expiresAt) return token
      throw error
    })
  }

  /** A newer token than this one; undefined when the session has ended. Callers at the same time share one refresh. */
  renew(stale: string): Promise<string | undefined> {
    const refreshToken = this.read()?.refreshToken
    return this.#renewal.run(() => this.#storage.exclusive(() => this.#renewed(stale, refreshToken)))
  }

  async #renewed(stale: string, refreshToken: string | undefined): Promise<string | undefined> {
    const stored = this.read()
    // another tab was first, or the session is another one
    if (stored?.token !== stale || stored.refreshToken !== refreshToken) return stored?.token
    try {
      const tokens = await this.#refresh(stored.refreshToken)
      // a sign-out or another sign-in during the refresh stays
      if (this.read()?.refreshToken === refreshToken) this.begin(tokens)
    } catch (error) {
      const { code } = ParleyError.from(error)
      if (code !== 'UNAUTHENTICATED' && code !== 'FORBIDDEN') throw error
      this.end(code === 'FORBIDDEN' ? 'BANNED' : 'EXPIRED', stale)
    }
    return this.read()?.token
  }

  protected start(signal: AbortSignal): void {
    this.read()
    signal.addEventListener(
      'abort',
      this.#storage.watch(() => this.read()),
    )
  }
}

interface Claims {
  /** The session. */
  readonly sid?: string
  readonly iat?: number
  readonly exp?: number
}

function lifetimeOf(token: string): number {
  const { iat = 0, exp = 0 } = claimsOf(token)
  return (exp - iat) * 1000
}

function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
}
