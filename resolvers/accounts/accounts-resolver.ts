import { Arg, Authorized, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { AccountConnection } from '../../schema/accounts/account.js'
import {
  AccountCounts,
  CreateAccountInput,
  CreateAccountPayload,
  SignOutAccountPayload,
} from '../../schema/accounts/managed-account.js'
import { AccountOrder, AccountState } from '../../schema/enums.js'
import { rules } from '../../schema/rules.js'
import type { Sessions } from '../../src/sessions/sessions.js'
import type { Accounts } from '../../src/users/accounts.js'
import type { AccountOrder as Order, AccountState as State } from '../../src/users/user.js'
import type { RequestContext } from '../context/request-context.js'
import { countsCost, mutationCost, searchablePageCost } from '../pipeline/costs.js'
import { argumentRule } from '../pipeline/validate-input.js'

/** What administrators do to accounts, besides bans, roles and memberships. */
@Resolver()
export class AccountsResolver {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
  ) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => AccountConnection, {
    nullable: true,
    complexity: searchablePageCost,
    name: 'users',
    description: 'For administrators: all accounts, or those in a state.',
  })
  list(
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('search', () => String, {
      nullable: true,
      validateFn: argumentRule('search', rules.search),
      description:
        'Only accounts whose username, handle or e-mail address contains it, in any case. All accounts for a text without visible characters, as for an empty one.',
    })
    search?: string,
    @Arg('state', () => AccountState, { nullable: true, description: 'Only accounts in this state. Default: ALL.' })
    state?: State | null,
    @Arg('orderBy', () => AccountOrder, { defaultValue: 'OLDEST', nullable: true }) orderBy?: Order | null,
  ) {
    return this.accounts.list({ first, after, search, state, orderBy })
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => AccountCounts, {
    nullable: true,
    complexity: countsCost,
    description: 'For administrators: the number of accounts in each state.',
  })
  accountCounts() {
    return this.accounts.counts()
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => CreateAccountPayload, {
    complexity: mutationCost,
    description:
      'For administrators: creates an account without a password, whether or not registration is open. Its person signs in by a provider that has verified the address. REAUTHENTICATION_REQUIRED without a recent proof of identity.',
  })
  async createAccount(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => CreateAccountInput) input: CreateAccountInput,
  ) {
    return { account: await this.accounts.create(caller, input) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => SignOutAccountPayload, {
    complexity: mutationCost,
    description:
      'For administrators: ends all sessions and tokens of an account, and closes its sockets and streams. REAUTHENTICATION_REQUIRED without a recent proof of identity.',
  })
  async signOutAccount(
    @Ctx() { caller }: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('revokeApiKeys', () => Boolean, { defaultValue: false, description: 'Also revokes its API keys.' })
    revokeApiKeys: boolean,
  ) {
    return { account: await this.sessions.signOutAccount(caller, id, { revokeApiKeys }) }
  }
}
