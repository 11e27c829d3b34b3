import { Arg, Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Membership } from '../../schema/enums.js'
import {
  SetUserMembershipPayload,
  UpdateMembershipPayload,
  UpdateProfileInput,
  UpdateProfilePayload,
} from '../../schema/accounts/profile.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { Profiles } from '../../src/users/profiles.js'
import { mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver()
export class ProfilesResolver {
  constructor(private readonly profiles: Profiles) {}

  @Authorized()
  @Mutation(() => UpdateProfilePayload, {
    complexity: mutationCost,
    description:
      'Changes the profile of the caller. CONFLICT for another address of an administrator of `ADMIN_EMAILS` if no other administrator can sign in.',
  })
  async updateProfile(
    @SignedIn() caller: UserCaller,
    @Ctx() origin: RequestContext,
    @Arg('input', () => UpdateProfileInput) input: UpdateProfileInput,
  ) {
    return { account: await this.profiles.update(caller, input, origin) }
  }

  @Authorized()
  @Mutation(() => UpdateMembershipPayload, {
    complexity: mutationCost,
    description: 'Sets the membership of the caller. FORBIDDEN if the operator allows it to administrators only.',
  })
  async updateMembership(@SignedIn() caller: UserCaller, @Arg('membership', () => Membership) membership: Membership) {
    return { account: await this.profiles.setMembership(caller, membership) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => SetUserMembershipPayload, {
    complexity: mutationCost,
    description: 'For administrators: sets the membership of an account, also if accounts cannot set their own.',
  })
  async setUserMembership(
    @Ctx() { caller }: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('membership', () => Membership) membership: Membership,
  ) {
    return { account: await this.profiles.setMembershipOf(caller, id, membership) }
  }
}
