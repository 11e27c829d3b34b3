import { Field, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { User } from '../../src/users/user.js'
import type { Verified } from '../../src/verification/verification.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { VerificationType } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { newPasswordDescription, rules } from '../rules.js'
import { payloadType } from '../payload-type.js'

export const SendVerificationInput = inputType(
  'SendVerificationInput',
  z.object({ email: rules.email, verificationType: z.enum(VerificationType) }),
)
export type SendVerificationInput = InputOf<typeof SendVerificationInput>

@ObjectType({ description: 'The answer is the same whether an account has the address or not.' })
export class SendVerificationPayload {
  @Field(() => DateTime, { description: 'When the code expires. Another one can be sent after 30 seconds.' })
  expiresAt!: number
}

export const VerifyCodeInput = inputType(
  'VerifyCodeInput',
  z.object({
    email: rules.email,
    code: z.string().describe('Six digits. The fifth wrong attempt invalidates the code.'),
    verificationType: z
      .enum(VerificationType)
      .nullish()
      .describe(
        'The type of the code. If absent, a code of any type is accepted, and a wrong attempt counts for each of them.',
      ),
  }),
)
export type VerifyCodeInput = InputOf<typeof VerifyCodeInput>

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

export const ResetPasswordInput = inputType(
  'ResetPasswordInput',
  z.object({
    resetToken: z.string().describe('The `resetToken` that `verifyCode` returned.'),
    newPassword: rules.newPassword.describe(newPasswordDescription),
  }),
)
export type ResetPasswordInput = InputOf<typeof ResetPasswordInput>

export const ResetPasswordPayload = payloadType('ResetPasswordPayload', { account: () => Account })

export const RecoverAccountInput = inputType(
  'RecoverAccountInput',
  z.object({
    token: z.string().describe('The `token` of the link in the mail about a change of the account.'),
    newPassword: rules.newPassword.describe(
      `${newPasswordDescription} Not stored where people sign in by a provider alone.`,
    ),
  }),
)
export type RecoverAccountInput = InputOf<typeof RecoverAccountInput>

export const RecoverAccountPayload = payloadType('RecoverAccountPayload', { account: () => Account })
