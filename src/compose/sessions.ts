import type { KeyObject } from 'node:crypto'
import type { Config } from '../config/config.js'
import type { Database } from '../database/database.js'
import type { Logger } from '../logger.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import { Callers } from '../sessions/callers.js'
import { RefreshTokens } from '../sessions/refresh-token.js'
import { Sessions } from '../sessions/sessions.js'
import { SessionWatch } from '../sessions/session-watch.js'
import type { AdminList } from '../users/admin-list.js'
import { Tokens } from '../users/tokens.js'

export interface SessionDeps {
  readonly database: Database
  readonly jwtKey: KeyObject
  readonly clock: () => number
  readonly log: Logger
  readonly adminList: AdminList
  readonly rateLimits: RateLimits
}

/** Everything that says who is signed in. */
export function createSessions({ jwtLifetimeMs, refreshLifetimeMs }: Config, deps: SessionDeps) {
  const { jwtKey, clock } = deps
  const tokens = new Tokens({ key: jwtKey, lifetimeMs: jwtLifetimeMs, clock })
  const refreshTokens = new RefreshTokens(jwtKey)
  const watch = new SessionWatch(deps)
  const sessions = new Sessions({ ...deps, tokens, refreshTokens, refreshLifetimeMs, watch })
  const callers = new Callers({ ...deps, tokens })
  return { sessions, sessionWatch: watch, callers }
}
