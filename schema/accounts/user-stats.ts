import { Field, Int, ObjectType } from 'type-graphql'
import type { MembershipCount as Count, UserStats as Stats } from '../../src/admin/dashboard.js'
import { Membership } from '../enums.js'

@ObjectType({ description: 'The number of accounts with a membership.' })
export class MembershipCount implements Count {
  @Field(() => Membership)
  readonly membership!: Membership

  @Field(() => Int)
  readonly count!: number
}

@ObjectType({ description: 'Statistics of the accounts, for administrators.' })
export class UserStats implements Stats {
  @Field(() => Int)
  readonly totalUsers!: number

  @Field(() => Int, { description: 'The number of accounts that were updated within the last 7 days.' })
  readonly activeUsers!: number

  @Field(() => [MembershipCount], {
    description: 'The number of accounts by membership; memberships without accounts are left out.',
  })
  readonly memberships!: MembershipCount[]
}
