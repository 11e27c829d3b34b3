import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import { Ban, BanUserPayload, UnbanUserPayload } from '../../schema/accounts/ban.js'
import { DateTime } from '../../schema/date-time.js'
import { rules } from '../../schema/rules.js'
import type { Bans } from '../../src/sessions/bans.js'
import type { User } from '../../src/users/user.js'
import { mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver(() => Account)
export class BansResolver {
  constructor(private readonly bans: Bans) {}

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => BanUserPayload, {
    complexity: mutationCost,
    description:
      'For administrators: bans an account. Its sessions end, its API keys are refused and its running generations are cancelled; its content is kept. FORBIDDEN for the account of the caller.',
  })
  async banUser(
    @Ctx() { caller }: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('reason', () => String, {
      nullable: true,
      validateFn: argumentRule('reason', rules.banReason),
      description: 'At most 500 characters, visible to administrators only.',
    })
    reason?: string | null,
    @Arg('until', () => DateTime, {
      nullable: true,
      description: 'When the ban ends. If absent, it lasts until it is lifted.',
    })
    until?: number | null,
  ) {
    return { account: await this.bans.ban(caller, id, { reason, until }) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => UnbanUserPayload, {
    complexity: mutationCost,
    description: 'For administrators: lifts the ban of an account, which can then sign in again.',
  })
  async unbanUser(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return { account: await this.bans.lift(caller, id) }
  }

  @FieldResolver(() => Ban, {
    name: 'ban',
    nullable: true,
    description: 'For administrators: the current ban, null without one. Always null for other callers.',
  })
  banOf(@Root() account: User, @Ctx() { caller }: RequestContext) {
    return this.bans.visibleBan(caller, account)
  }
}
