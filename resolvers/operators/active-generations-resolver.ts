import { Arg, Authorized, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import { ActiveGeneration, ActiveGenerations } from '../../schema/operators/active-generation.js'
import { AiService } from '../../schema/operators/ai-service.js'
import { rules } from '../../schema/rules.js'
import { kinds } from '../../src/kinds.js'
import { limits } from '../../src/limits.js'
import type { ReadServiceStatus } from '../../src/ports/reply-generator/service-status.js'
import type { ActiveReplies } from '../../src/admin/active-replies.js'
import type { RequestContext } from '../context/request-context.js'
import { aiServicesCost, pageCost } from '../pipeline/costs.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver(() => ActiveGeneration)
export class ActiveGenerationsResolver {
  constructor(
    private readonly activeReplies: ActiveReplies,
    private readonly readServiceStatus: ReadServiceStatus,
  ) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => ActiveGenerations, {
    nullable: true,
    complexity: pageCost,
    description:
      'For administrators: the generations of all accounts that wait or run. `cancelGeneration` ends each of them.',
  })
  activeGenerations(
    @Arg('first', () => Int, { defaultValue: 20, nullable: true, validateFn: argumentRule('first', rules.pageSize) })
    first: number | null,
  ) {
    return this.activeReplies.list(first ?? limits.defaultPageSize)
  }

  @FieldResolver(() => Account, { nullable: true })
  account(@Root() { ownerId }: ActiveGeneration, @Ctx() { loaders }: RequestContext) {
    return loaders.user.load(ownerId)
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => [AiService], {
    nullable: true,
    complexity: aiServicesCost,
    description: 'For administrators: the state of the workers and the length of their queues.',
  })
  aiServices() {
    return Promise.all(kinds.map((kind) => this.readServiceStatus(kind)))
  }
}
