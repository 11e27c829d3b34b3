import { Arg, Authorized, Ctx, Int, Query, Resolver } from 'type-graphql'
import { CharacterConnection } from '../../schema/characters/character.js'
import { UserStats } from '../../schema/accounts/user-stats.js'
import type { Dashboard } from '../../src/admin/dashboard.js'
import { pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver()
export class DashboardResolver {
  constructor(private readonly dashboard: Dashboard) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => UserStats, { nullable: true, description: 'For administrators: statistics of all accounts.' })
  userStats() {
    return this.dashboard.userStats()
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => CharacterConnection, {
    nullable: true,
    complexity: pageCost,
    description: 'For administrators: the characters of all accounts, including private ones, newest first.',
  })
  allCharacters(
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.dashboard.characters({ first, after, bytes })
  }
}
