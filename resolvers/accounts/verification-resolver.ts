import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import {
  ResetPasswordInput,
  ResetPasswordPayload,
  SendVerificationInput,
  SendVerificationPayload,
  VerifyCodeInput,
  VerifyCodePayload,
} from '../../schema/accounts/verification.js'
import type { PasswordResets } from '../../src/users/password-resets.js'
import type { Verification } from '../../src/verification/verification.js'
import { mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver()
export class VerificationResolver {
  constructor(
    private readonly verification: Verification,
    private readonly passwordResets: PasswordResets,
  ) {}

  @Mutation(() => SendVerificationPayload, {
    complexity: mutationCost,
    description: 'Sends a code by e-mail; a PASSWORD_RESET code only where an account has the address.',
  })
  sendVerification(
    @Ctx() { ipAddress }: RequestContext,
    @Arg('input', () => SendVerificationInput) input: SendVerificationInput,
  ) {
    return this.verification.send(input, ipAddress)
  }

  @Mutation(() => VerifyCodePayload, {
    complexity: mutationCost,
    description:
      'Uses a code up. A REGISTER code verifies the address of the account, or of the one that is made with it in the next 30 minutes.',
  })
  verifyCode(@Ctx() { ipAddress }: RequestContext, @Arg('input', () => VerifyCodeInput) input: VerifyCodeInput) {
    return this.verification.verify(input, ipAddress)
  }

  @Mutation(() => ResetPasswordPayload, {
    complexity: mutationCost,
    description: 'Sets a new password. Every token of the account ends, and its address counts as verified.',
  })
  async resetPassword(
    @Ctx() { ipAddress }: RequestContext,
    @Arg('input', () => ResetPasswordInput) input: ResetPasswordInput,
  ) {
    return { account: await this.passwordResets.reset(input, ipAddress) }
  }
}
