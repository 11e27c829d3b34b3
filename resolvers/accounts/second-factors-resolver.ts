import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { Account, LoginPayload } from '../../schema/accounts/account.js'
import {
  AddPasskeyInput,
  AddSecondFactorPayload,
  AddTotpInput,
  CompleteSignInInput,
  RemoveSecondFactorPayload,
  RemoveSecondFactorsPayload,
  RenewRecoveryCodesPayload,
  SecondFactor,
  StartPasskeyPayload,
  StartTotpPayload,
} from '../../schema/accounts/second-factor.js'
import type { SecondSteps } from '../../src/second-factors/second-steps.js'
import type { SecondFactors } from '../../src/second-factors/second-factors.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost, secondFactorsCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => Account)
export class SecondFactorsResolver {
  constructor(
    private readonly factors: SecondFactors,
    private readonly steps: SecondSteps,
  ) {}

  @Mutation(() => LoginPayload, {
    complexity: mutationCost,
    description:
      'The second step of a sign-in that was refused with SECOND_FACTOR_REQUIRED. UNAUTHENTICATED for a wrong or used code.',
  })
  completeSignIn(@Ctx() client: RequestContext, @Arg('input', () => CompleteSignInInput) input: CompleteSignInInput) {
    return this.steps.completeSignIn(input, client)
  }

  @Authorized()
  @Mutation(() => StartTotpPayload, {
    complexity: mutationCost,
    description: 'Begins to add an authenticator app to the account of the caller. CONFLICT if it has ten factors.',
  })
  async startTotp(@SignedIn() caller: UserCaller) {
    const { token: challenge, ...started } = await this.factors.startTotp(caller)
    return { challenge, ...started }
  }

  @Authorized()
  @Mutation(() => AddSecondFactorPayload, {
    complexity: mutationCost,
    description: 'Adds the authenticator app, once it shows a right code. Every sign-in asks for a second factor then.',
  })
  addTotp(
    @SignedIn() caller: UserCaller,
    @Ctx() origin: RequestContext,
    @Arg('input', () => AddTotpInput) input: AddTotpInput,
  ) {
    return this.factors.addTotp(caller, input, origin)
  }

  @Authorized()
  @Mutation(() => StartPasskeyPayload, {
    complexity: mutationCost,
    description:
      'Begins to add a passkey to the account of the caller. CONFLICT if it has ten factors, or where passkeys cannot work.',
  })
  async startPasskey(@SignedIn() caller: UserCaller) {
    const { token: challenge, ...started } = await this.factors.startPasskey(caller)
    return { challenge, ...started }
  }

  @Authorized()
  @Mutation(() => AddSecondFactorPayload, {
    complexity: mutationCost,
    description: 'Adds the passkey that the browser has made. Every sign-in asks for a second factor then.',
  })
  addPasskey(
    @SignedIn() caller: UserCaller,
    @Ctx() origin: RequestContext,
    @Arg('input', () => AddPasskeyInput) input: AddPasskeyInput,
  ) {
    return this.factors.addPasskey(caller, input, origin)
  }

  @Authorized()
  @Mutation(() => RemoveSecondFactorPayload, {
    complexity: mutationCost,
    description: 'Removes a second factor of the caller, and with the last one the recovery codes.',
  })
  async removeSecondFactor(
    @SignedIn() caller: UserCaller,
    @Ctx() origin: RequestContext,
    @Arg('id', () => ID) id: string,
  ) {
    return { removedSecondFactorId: await this.factors.remove(caller, id, origin) }
  }

  @Authorized()
  @Mutation(() => RenewRecoveryCodesPayload, {
    complexity: mutationCost,
    description: 'Ten new recovery codes, in place of all earlier ones. CONFLICT without a second factor.',
  })
  async renewRecoveryCodes(@SignedIn() caller: UserCaller) {
    return { recoveryCodes: await this.factors.renewRecoveryCodes(caller) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => RemoveSecondFactorsPayload, {
    complexity: mutationCost,
    description: 'For administrators: removes all second factors of an account and ends its sessions.',
  })
  removeSecondFactors(@Ctx() { caller }: RequestContext, @Arg('accountId', () => ID) accountId: string) {
    return this.factors.removeAllOf(caller, accountId)
  }

  @FieldResolver(() => [SecondFactor], {
    name: 'secondFactors',
    nullable: true,
    complexity: secondFactorsCost,
    description: 'At most ten, oldest first, for the owner of the account and administrators; null for other callers.',
  })
  factorsOf(@Root() { id }: Account, @Ctx() { loaders }: RequestContext) {
    return loaders.secondFactors.load(id)
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The recovery codes that were not used yet, at most ten; null as `secondFactors`.',
  })
  recoveryCodesLeft(@Root() { id }: Account, @Ctx() { loaders }: RequestContext) {
    return loaders.recoveryCodesLeft.load(id)
  }
}
