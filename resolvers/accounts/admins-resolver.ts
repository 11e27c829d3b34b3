import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import {
  Admin,
  CreateAdminInput,
  CreateAdminPayload,
  SetRoleInput,
  SetRolePayload,
} from '../../schema/accounts/admin.js'
import { typedAddress } from '../../src/limits.js'
import type { Admins } from '../../src/users/admins.js'
import type { RequestContext } from '../context/request-context.js'
import { mutationCost } from '../pipeline/costs.js'

/** Of the service schema only. */
@Resolver()
export class AdminsResolver {
  constructor(private readonly admins: Admins) {}

  @Authorized('SERVICE')
  @Query(() => [Admin], {
    nullable: true,
    name: 'admins',
    description: 'All administrators, including listed addresses that are not proved yet.',
  })
  list() {
    return this.admins.list()
  }

  @Authorized('SERVICE')
  @Query(() => Account, { nullable: true, description: 'The account with this e-mail address; null if there is none.' })
  account(@Arg('email', () => String) email: string) {
    return this.admins.find(typedAddress(email))
  }

  @Authorized('SERVICE')
  @Mutation(() => CreateAdminPayload, { complexity: mutationCost })
  async createAdmin(@Ctx() { caller }: RequestContext, @Arg('input', () => CreateAdminInput) input: CreateAdminInput) {
    return { admin: await this.admins.create(caller, input) }
  }

  @Authorized('SERVICE')
  @Mutation(() => SetRolePayload, {
    complexity: mutationCost,
    description: 'Sets the role of an account. It applies from the next operation on.',
  })
  setRole(@Ctx() { caller }: RequestContext, @Arg('input', () => SetRoleInput) { email, role }: SetRoleInput) {
    return this.admins.setRole(caller, email, role)
  }
}
