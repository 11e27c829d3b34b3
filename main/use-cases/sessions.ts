import type { Config } from '../../src/config/config.js'
import type { RateLimits } from '../../src/rate-limits/rate-limits.js'
import { Callers } from '../../src/sessions/callers.js'
import { RefreshTokens } from '../../src/sessions/refresh-token.js'
import { Sessions } from '../../src/sessions/sessions.js'
import { SessionWatch } from '../../src/sessions/session-watch.js'
import type { AdminList } from '../../src/users/admin-list.js'
import { Tokens } from '../../src/users/tokens.js'
import type { Foundations } from '../foundations.js'

export function createSessions(
  { jwtLifetimeMs, refreshLifetimeMs }: Config,
  deps: Foundations & { readonly adminList: AdminList; readonly rateLimits: RateLimits },
) {
  const { jwtKey, clock } = deps
  const tokens = new Tokens({ key: jwtKey, lifetimeMs: jwtLifetimeMs, clock })
  const refreshTokens = new RefreshTokens(jwtKey)
  const watch = new SessionWatch(deps)
  const sessions = new Sessions({ ...deps, tokens, refreshTokens, refreshLifetimeMs, watch })
  const callers = new Callers({ ...deps, tokens })
  return { sessions, sessionWatch: watch, callers }
}
