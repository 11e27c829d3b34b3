import { Arg, Authorized, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { AccountConnection } from '../../schema/accounts/account.js'
import {
  ApiKey,
  CreateApiKeyForInput,
  CreateApiKeyForPayload,
  UpdateApiKeyInput,
} from '../../schema/accounts/api-key.js'
import { Session } from '../../schema/accounts/session.js'
import { RoomKind } from '../../schema/enums.js'
import { AiService } from '../../schema/operators/ai-service.js'
import type { ActiveReplies } from '../../src/admin/active-replies.js'
import type { Queues } from '../../src/admin/queues.js'
import type { ApiKeys } from '../../src/api-keys/api-keys.js'
import type { Deletion } from '../../src/deletion/deletion.js'
import type { Kind } from '../../src/kinds.js'
import type { Bans } from '../../src/sessions/bans.js'
import type { Sessions } from '../../src/sessions/sessions.js'
import type { Invitations } from '../../src/users/invitations/invitations.js'
import type { RequestContext } from '../context/request-context.js'
import { aiServicesCost, apiKeysCost, mutationCost, pageCost, sessionsCost } from '../pipeline/costs.js'

interface OperatorParts {
  readonly sessions: Sessions
  readonly apiKeys: ApiKeys
  readonly bans: Bans
  readonly deletion: Deletion
  readonly activeReplies: ActiveReplies
  readonly queues: Queues
  readonly invitations: Invitations
}

/** Of the service schema only: what `npm run admin` does to accounts and queues. */
@Resolver()
export class OperatorResolver {
  constructor(private readonly parts: OperatorParts) {}

  @Authorized('SERVICE')
  @Query(() => AccountConnection, { nullable: true, complexity: pageCost, description: 'The banned accounts, by id.' })
  bannedAccounts(
    @Arg('first', () => Int, { defaultValue: 100, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.parts.bans.list({ first: first ?? 100, after })
  }

  @Authorized('SERVICE')
  @Mutation(() => String, {
    complexity: mutationCost,
    description:
      'Creates the link that makes the first administrator, once within 24 hours, in place of an earlier one. CONFLICT where there is an administrator.',
  })
  createSetUpLink(@Ctx() { caller }: RequestContext) {
    return this.parts.invitations.createSetUp(caller)
  }

  @Authorized('SERVICE')
  @Query(() => [Session], { nullable: true, complexity: sessionsCost, description: 'The sessions of an account.' })
  sessionsOf(@Arg('accountId', () => ID) accountId: string) {
    return this.parts.sessions.listOf(accountId)
  }

  @Authorized('SERVICE')
  @Mutation(() => Boolean, {
    complexity: mutationCost,
    description: 'Ends one session of an account, or all of them. NOT_FOUND for a session that it does not have.',
  })
  endSessions(
    @Ctx() { caller }: RequestContext,
    @Arg('accountId', () => ID) accountId: string,
    @Arg('sessionId', () => ID, { nullable: true }) sessionId?: string,
  ) {
    return this.parts.sessions.endOf(caller, accountId, sessionId)
  }

  @Authorized('SERVICE')
  @Query(() => [ApiKey], { nullable: true, complexity: apiKeysCost, description: 'The API keys of an account.' })
  apiKeysOf(@Arg('accountId', () => ID) accountId: string) {
    return this.parts.apiKeys.listOf(accountId)
  }

  @Authorized('SERVICE')
  @Mutation(() => CreateApiKeyForPayload, { complexity: mutationCost })
  createApiKeyFor(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => CreateApiKeyForInput) input: CreateApiKeyForInput,
  ) {
    return this.parts.apiKeys.createFor(caller, input)
  }

  @Authorized('SERVICE')
  @Mutation(() => ApiKey, { complexity: mutationCost, description: 'Changes an API key of an account.' })
  updateApiKeyOf(
    @Ctx() { caller }: RequestContext,
    @Arg('accountId', () => ID) accountId: string,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateApiKeyInput) input: UpdateApiKeyInput,
  ) {
    return this.parts.apiKeys.updateOf(caller, { accountId, id }, input)
  }

  @Authorized('SERVICE')
  @Mutation(() => Boolean, { complexity: mutationCost, description: 'Revokes an API key of an account.' })
  revokeApiKeyOf(
    @Ctx() { caller }: RequestContext,
    @Arg('accountId', () => ID) accountId: string,
    @Arg('id', () => ID) id: string,
  ) {
    return this.parts.apiKeys.revokeOf(caller, { accountId, id })
  }

  @Authorized('SERVICE')
  @Mutation(() => ID, {
    complexity: mutationCost,
    description: 'Deletes any account with its data, the last administrator too. Returns its id.',
  })
  deleteAccountOf(@Ctx() { caller }: RequestContext, @Arg('accountId', () => ID) accountId: string) {
    return this.parts.deletion.account(caller, accountId)
  }

  @Authorized('SERVICE')
  @Mutation(() => ID, {
    complexity: mutationCost,
    description: 'Cancels a generation that waits or runs, of any account. NOT_FOUND for any other.',
  })
  cancelActiveGeneration(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return this.parts.activeReplies.cancel(caller, id)
  }

  @Authorized('SERVICE')
  @Mutation(() => [AiService], {
    complexity: aiServicesCost,
    description:
      'Pauses the queue of a kind, or of both: no further reply starts, and running ones go on. False lets them start again. UNAVAILABLE if the queue cannot be reached.',
  })
  setQueuePaused(
    @Ctx() { caller }: RequestContext,
    @Arg('paused', () => Boolean) paused: boolean,
    @Arg('kind', () => RoomKind, { nullable: true }) kind?: Kind | null,
  ) {
    return this.parts.queues.setPaused(caller, paused, kind)
  }
}
