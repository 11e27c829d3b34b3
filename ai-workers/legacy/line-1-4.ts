import { Router, type Express } from 'express'
import { mountPath } from '@parley/edge'
import type { EarlierServices } from './earlier-services.js'
import { mountJsonReplies } from './json-replies.js'
import { challengeRoute } from '../tls/challenge.js'

interface Line14Options {
  readonly services: EarlierServices
  /** The folder of the challenge files; unset: there are none. */
  readonly challengeDir: string | undefined
}

/** The paths that the front of line 1.4 passes on (contract: earlier-ai-lines.15), without the documents. */
export function mountLine14(app: Express, { services, challengeDir }: Line14Options): void {
  mountJsonReplies(app, services)
  // one segment and nothing behind it (contract: earlier-ai-lines.16): the router of the app allows a slash at the end
  const challenges = Router({ strict: true, caseSensitive: true })
  mountPath(challenges, '/.well-known/acme-challenge/:token', { get: challengeRoute(challengeDir) })
  app.use(challenges)
}
