import { Field, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { type InputOf, inputType } from '../input-type.js'
import { newPasswordDescription, rules } from '../rules.js'
import { payloadType } from '../payload-type.js'

const newPassword = rules.newPassword.describe(newPasswordDescription)

export const ChangePasswordInput = inputType(
  'ChangePasswordInput',
  z.object({ currentPassword: rules.anyPassword, newPassword }),
)
export type ChangePasswordInput = InputOf<typeof ChangePasswordInput>

export const ChangePasswordPayload = payloadType('ChangePasswordPayload', { account: () => Account })

export const CreatePasswordLinkInput = inputType('CreatePasswordLinkInput', z.object({ accountId: z.string() }), {
  types: { accountId: () => ID },
})
export type CreatePasswordLinkInput = InputOf<typeof CreatePasswordLinkInput>

@ObjectType({ description: 'What the link for a new password does for the person who opens it.' })
export class OfferedPasswordLink {
  @Field(() => String, { description: 'The name of the account whose password it sets.' })
  readonly username!: string

  @Field(() => DateTime)
  readonly expiresAt!: number
}

@ObjectType()
export class CreatePasswordLinkPayload {
  @Field(() => Account)
  readonly account!: Account

  @Field(() => String, {
    description:
      'For the owner of the account; shown only once. It opens the form for a new password on the chat page, at `PUBLIC_URL`.',
  })
  readonly url!: string

  @Field(() => DateTime, { description: 'When the link ends: 24 hours after it was created.' })
  readonly expiresAt!: number
}

export const UsePasswordLinkInput = inputType(
  'UsePasswordLinkInput',
  z.object({ token: z.string().describe('The `token` of the link.'), newPassword }),
)
export type UsePasswordLinkInput = InputOf<typeof UsePasswordLinkInput>

export const UsePasswordLinkPayload = payloadType('UsePasswordLinkPayload', { account: () => Account })
