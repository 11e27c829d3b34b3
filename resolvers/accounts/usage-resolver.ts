import { Authorized, Query, Resolver } from 'type-graphql'
import { Usage } from '../../schema/accounts/usage.js'
import type { Allowance } from '../../src/usage/allowance.js'
import type { UserCaller } from '../../src/users/caller.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver()
export class UsageResolver {
  constructor(private readonly allowance: Allowance) {}

  @Authorized()
  @Query(() => Usage, { nullable: true, description: 'The usage and the limits of the caller.' })
  myUsage(@SignedIn() caller: UserCaller) {
    return this.allowance.usage(caller)
  }
}
