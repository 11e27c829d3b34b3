import { Arg, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import { AccountDefaults, UpdateDefaultsInput, UpdateDefaultsPayload } from '../../schema/accounts/defaults.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { DefaultsChanges } from '../../src/users/defaults-changes.js'
import { mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => Account)
export class DefaultsResolver {
  constructor(private readonly changes: DefaultsChanges) {}

  @FieldResolver(() => AccountDefaults, {
    nullable: true,
    description: 'What the caller has chosen for its new rooms and for the pages; null for other accounts.',
  })
  defaults(@Root() account: Account, @Ctx() { caller }: RequestContext): AccountDefaults | null {
    return caller.kind === 'user' && caller.id === account.id ? new AccountDefaults(account) : null
  }

  @Authorized()
  @Mutation(() => UpdateDefaultsPayload, {
    complexity: mutationCost,
    description:
      'Changes what the caller has chosen for its new rooms and for the pages. FORBIDDEN for a model that its membership does not include.',
  })
  async updateDefaults(
    @SignedIn() caller: UserCaller,
    @Arg('input', () => UpdateDefaultsInput) input: UpdateDefaultsInput,
  ) {
    return { account: await this.changes.update(caller, input) }
  }
}
