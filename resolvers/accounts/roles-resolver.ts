import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import { SetUserRolePayload } from '../../schema/accounts/role.js'
import { Role, RoleManager } from '../../schema/enums.js'
import type { Admins } from '../../src/users/admins.js'
import type { User } from '../../src/users/user.js'
import type { RequestContext } from '../context/request-context.js'
import { mutationCost } from '../pipeline/costs.js'

@Resolver(() => Account)
export class RolesResolver {
  constructor(private readonly admins: Admins) {}

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => SetUserRolePayload, {
    complexity: mutationCost,
    description:
      'For administrators: sets the role of an account, from its next operation on. CONFLICT for the account of the caller if no other administrator can sign in, and for one whose address is in `ADMIN_EMAILS`.',
  })
  async setUserRole(
    @Ctx() { caller }: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('role', () => Role) role: Role,
  ) {
    return { account: await this.admins.setRoleOf(caller, id, role) }
  }

  @FieldResolver(() => Role, { description: 'The role at the next operation of the account.' })
  role(@Root() account: User) {
    return this.admins.roleOf(account)
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the setting `ADMIN_EMAILS` makes it an administrator. Only the operator can change that: `setUserRole` is CONFLICT.',
  })
  isListedAdmin(@Root() account: User) {
    return this.admins.isListed(account)
  }

  @FieldResolver(() => RoleManager, { description: 'Who decides the role.' })
  roleManagedBy(@Root() account: User) {
    return this.admins.managerOf(account)
  }
}
