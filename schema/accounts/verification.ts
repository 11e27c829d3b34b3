import { Field, InputType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Recovery } from '../../src/users/account-recovery.js'
import type { NewPassword } from '../../src/users/password-resets.js'
import type { User } from '../../src/users/user.js'
import type { CodeAnswer, CodeRequest, Verified } from '../../src/verification/verification.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { VerificationType } from '../enums.js'
import { InputRule } from '../input-rule.js'
import { rules } from '../rules.js'
import { payloadType } from '../payload-type.js'

@InputRule(z.object({ email: rules.email, verificationType: z.string() }))
@InputType()
export class SendVerificationInput implements CodeRequest {
  @Field(() => String)
  email!: string

  @Field(() => VerificationType)
  verificationType!: VerificationType
}

@ObjectType({ description: 'The answer is the same whether an account has the address or not.' })
export class SendVerificationPayload {
  @Field(() => DateTime, { description: 'When the code expires. Another one can be sent after 30 seconds.' })
  expiresAt!: number
}

@InputRule(z.object({ email: rules.email, code: z.string(), verificationType: z.string().nullish() }))
@InputType()
export class VerifyCodeInput implements CodeAnswer {
  @Field(() => String)
  email!: string

  @Field(() => String, { description: 'Six digits. The fifth wrong attempt invalidates the code.' })
  code!: string

  @Field(() => VerificationType, {
    nullable: true,
    description:
      'The type of the code. If absent, a code of any type is accepted, and a wrong attempt counts for each of them.',
  })
  verificationType?: VerificationType | null
}

@ObjectType()
export class VerifyCodePayload implements Verified {
  @Field(() => VerificationType, { description: 'The type of the code that was verified.' })
  verificationType!: VerificationType

  @Field(() => String, {
    nullable: true,
    description: 'For a PASSWORD_RESET code: a token for one `resetPassword` within 10 minutes. Otherwise null.',
  })
  resetToken!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'For a REGISTER code, unless `account` is set: a token for one `register` with the address within 30 minutes, which makes the account verified. Otherwise null.',
  })
  registrationToken!: string | null

  @Field(() => Account, {
    nullable: true,
    description: 'For a REGISTER code: the account of the caller, verified, if it has the address. Otherwise null.',
  })
  account!: User | null
}

@InputRule(z.object({ resetToken: z.string(), newPassword: rules.newPassword }))
@InputType()
export class ResetPasswordInput implements NewPassword {
  @Field(() => String, { description: 'The `resetToken` that `verifyCode` returned.' })
  resetToken!: string

  @Field(() => String, { description: '8 to 255 characters.' })
  newPassword!: string
}

export const ResetPasswordPayload = payloadType('ResetPasswordPayload', { account: () => Account })

@InputRule(z.object({ token: z.string(), newPassword: rules.newPassword }))
@InputType()
export class RecoverAccountInput implements Recovery {
  @Field(() => String, { description: 'The `token` of the link in the mail about a change of the account.' })
  token!: string

  @Field(() => String, { description: '8 to 255 characters.' })
  newPassword!: string
}

export const RecoverAccountPayload = payloadType('RecoverAccountPayload', { account: () => Account })
