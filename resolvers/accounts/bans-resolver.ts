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
      'For administrators: bans an account. Its sessions end, its API keys stop working, its running generations are cancelled; its content stays. The own account is FORBIDDEN.',
  })
  async banUser(
    @Ctx() { caller }: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('reason', () => String, {
      nullable: true,
      validateFn: argumentRule('reason', rules.banReason),
      description: 'At most 500 characters, for administrators.',
    })
    reason?: string | null,
    @Arg('until', () => DateTime, { nullable: true, description: 'When it ends by itself.' }) until?: number | null,
  ) {
    return { account: await this.bans.ban(caller, id, { reason, until }) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => UnbanUserPayload, {
    complexity: mutationCost,
    description: 'For administrators: lifts the ban of an account, which can then sign in again.',
  })
  async unbanUser(@Arg('id', () => ID) id: string) {
    return { account: await this.bans.lift(id) }
  }

  @FieldResolver(() => Ban, {
    name: 'ban',
    nullable: true,
    description: 'For administrators: the current ban; null without one, and for other callers.',
  })
  banOf(@Root() account: User, @Ctx() { caller }: RequestContext) {
    return this.bans.visibleBan(caller, account)
  }
}
