import { Arg, Authorized, Mutation, Query, Resolver } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import {
  Admin,
  CreateAdminInput,
  CreateAdminPayload,
  SetRoleInput,
  SetRolePayload,
} from '../../schema/accounts/admin.js'
import type { Admins } from '../../src/users/admins.js'
import { mutationCost } from '../pipeline/costs.js'

/** Of the service schema only. */
@Resolver()
export class AdminsResolver {
  constructor(private readonly admins: Admins) {}

  @Authorized('SERVICE')
  @Query(() => [Admin], { nullable: true, name: 'admins', description: 'Those too whose address is not verified yet.' })
  list() {
    return this.admins.list()
  }

  @Authorized('SERVICE')
  @Query(() => Account, { nullable: true, description: 'By its e-mail address.' })
  account(@Arg('email', () => String) email: string) {
    return this.admins.find(email)
  }

  @Authorized('SERVICE')
  @Mutation(() => CreateAdminPayload, { complexity: mutationCost })
  async createAdmin(@Arg('input', () => CreateAdminInput) input: CreateAdminInput) {
    return { admin: await this.admins.create(input) }
  }

  @Authorized('SERVICE')
  @Mutation(() => SetRolePayload, { complexity: mutationCost, description: 'Counts from the next operation on.' })
  setRole(@Arg('input', () => SetRoleInput) { email, role }: SetRoleInput) {
    return this.admins.setRole(email, role)
  }
}
