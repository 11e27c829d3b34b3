import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import {
  RecoverAccountInput,
  RecoverAccountPayload,
  ResetPasswordInput,
  ResetPasswordPayload,
  SendVerificationInput,
  SendVerificationPayload,
  VerifyCodeInput,
  VerifyCodePayload,
} from '../../schema/accounts/verification.js'
import type { AccountRecovery } from '../../src/users/account-recovery.js'
import type { PasswordResets } from '../../src/users/password-resets.js'
import type { Verification } from '../../src/verification/verification.js'
import { mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver()
export class VerificationResolver {
  constructor(
    private readonly verification: Verification,
    private readonly passwordResets: PasswordResets,
    private readonly accountRecovery: AccountRecovery,
  ) {}

  @Mutation(() => SendVerificationPayload, {
    complexity: mutationCost,
    description:
      'Sends a verification code by e-mail. A PASSWORD_RESET code is sent only if an account has the address, and so is a REGISTER code for an address that cannot be registered.',
  })
  sendVerification(
    @Ctx() origin: RequestContext,
    @Arg('input', () => SendVerificationInput) input: SendVerificationInput,
  ) {
    return this.verification.send(input, origin)
  }

  @Mutation(() => VerifyCodePayload, {
    complexity: mutationCost,
    description:
      'Verifies a code, which is then no longer valid. A REGISTER code verifies the address of the account of the caller, or returns a token with which an account can be registered as verified.',
  })
  verifyCode(@Ctx() context: RequestContext, @Arg('input', () => VerifyCodeInput) input: VerifyCodeInput) {
    return this.verification.verify(input, context)
  }

  @Mutation(() => ResetPasswordPayload, {
    complexity: mutationCost,
    description:
      'Sets a new password, ends all sessions, revokes all tokens and API keys of the account, removes sign-ins by providers that have not verified its address, and marks it as verified. BAD_USER_INPUT for an invalid reset token.',
  })
  async resetPassword(
    @Ctx() origin: RequestContext,
    @Arg('input', () => ResetPasswordInput) input: ResetPasswordInput,
  ) {
    return { account: await this.passwordResets.reset(input, origin) }
  }

  @Mutation(() => RecoverAccountPayload, {
    complexity: mutationCost,
    description:
      'Gives an account back to the mailbox that got a notice about a change, by the link of the notice: restores its address, sets a new password, ends all sessions, revokes all tokens and API keys, and removes all sign-ins with other services. The link works once, for 7 days. BAD_USER_INPUT for an invalid token, CONFLICT if another account has verified the address since.',
  })
  async recoverAccount(
    @Ctx() origin: RequestContext,
    @Arg('input', () => RecoverAccountInput) input: RecoverAccountInput,
  ) {
    return { account: await this.accountRecovery.recover(input, origin) }
  }
}
