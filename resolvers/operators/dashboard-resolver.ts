import { Arg, Authorized, Ctx, Int, Query, Resolver } from 'type-graphql'
import { CharacterConnection } from '../../schema/characters/character.js'
import { Visibility } from '../../schema/enums.js'
import { rules } from '../../schema/rules.js'
import { UserStats } from '../../schema/accounts/user-stats.js'
import type { Dashboard } from '../../src/admin/dashboard.js'
import { searchablePageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { argumentRule } from '../pipeline/validate-input.js'

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
    complexity: searchablePageCost,
    description:
      'For administrators: the characters of all accounts, including private ones, newest first. All filters apply.',
  })
  allCharacters(
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('search', () => String, {
      nullable: true,
      validateFn: argumentRule('search', rules.search),
      description: 'Only characters whose name contains it, in any case.',
    })
    search?: string | null,
    @Arg('visibility', () => Visibility, { nullable: true, description: 'Only those with it.' })
    visibility?: Visibility | null,
    @Arg('hiddenByAdmin', () => Boolean, {
      nullable: true,
      description: 'Only those that an administrator has made private, or only the others.',
    })
    hiddenByAdmin?: boolean | null,
  ) {
    return this.dashboard.characters({ first, after, bytes, search, visibility, hiddenByAdmin })
  }
}
