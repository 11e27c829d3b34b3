import { Arg, Authorized, ID, Int, Query, Resolver } from 'type-graphql'
import { DailyUsage, Usage } from '../../schema/accounts/usage.js'
import type { Allowance } from '../../src/usage/allowance.js'
import type { UserCaller } from '../../src/users/caller.js'
import { rules } from '../../schema/rules.js'
import { dailyUsageCost } from '../pipeline/costs.js'
import { argumentRule } from '../pipeline/validate-input.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver()
export class UsageResolver {
  constructor(private readonly allowance: Allowance) {}

  @Authorized()
  @Query(() => Usage, { nullable: true, description: 'The usage and the limits of the caller.' })
  myUsage(@SignedIn() caller: UserCaller) {
    return this.allowance.usage(caller)
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => [DailyUsage], {
    nullable: true,
    complexity: dailyUsageCost,
    description:
      'For administrators: what an account has used of each model on each of the last days, today included, the oldest day first. A day without usage is absent.',
  })
  accountUsage(
    @Arg('accountId', () => ID) accountId: string,
    @Arg('days', () => Int, {
      defaultValue: 30,
      validateFn: argumentRule('days', rules.usageDays),
      description: '1 to 90, how long the usage is kept.',
    })
    days: number,
  ) {
    return this.allowance.dailyUsage(accountId, days)
  }
}
