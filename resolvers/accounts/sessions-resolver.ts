import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { RefreshSessionPayload, RevokeSessionPayload, Session } from '../../schema/accounts/session.js'
import type { Sessions } from '../../src/sessions/sessions.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost, sessionsCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => Session)
export class SessionsResolver {
  constructor(private readonly sessions: Sessions) {}

  @Authorized()
  @Query(() => [Session], {
    nullable: true,
    complexity: sessionsCost,
    description: 'The sessions of the caller, at most 100, most recently used first.',
  })
  mySessions(@SignedIn() caller: UserCaller) {
    return this.sessions.list(caller)
  }

  @Mutation(() => RefreshSessionPayload, {
    complexity: mutationCost,
    description:
      'Exchanges a refresh token for a new access token and the next refresh token. A retry within 30 seconds returns the same refresh token; a later reuse ends the session.',
  })
  refreshSession(@Ctx() client: RequestContext, @Arg('refreshToken', () => String) refreshToken: string) {
    return this.sessions.refresh(refreshToken, client)
  }

  @Authorized()
  @Mutation(() => Boolean, {
    complexity: mutationCost,
    description:
      'Ends the session of the access token, revokes its refresh token and closes its sockets. A token without a session ends all sessions.',
  })
  signOut(@Ctx() { credential }: RequestContext) {
    return this.sessions.signOut(credential)
  }

  @Authorized()
  @Mutation(() => Boolean, {
    complexity: mutationCost,
    description:
      'Ends all sessions and revokes all tokens of the caller. API keys stay valid; revoke them with `revokeApiKey`.',
  })
  signOutEverywhere(@SignedIn() { id }: UserCaller) {
    return this.sessions.signOutEverywhere(id)
  }

  @Authorized()
  @Mutation(() => RevokeSessionPayload, { complexity: mutationCost, description: 'Ends one session of the caller.' })
  async revokeSession(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { revokedSessionId: await this.sessions.revoke(caller, id) }
  }

  @FieldResolver(() => Boolean, { description: 'Whether the access token of this request belongs to this session.' })
  current(@Root() { id }: Session, @Ctx() { credential }: RequestContext) {
    return credential?.kind === 'token' && credential.sessionId === id
  }
}
