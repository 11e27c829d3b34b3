import { Field, ID, InputType } from 'type-graphql'
import { z } from 'zod'
import { InputRule } from '../input-rule.js'
import { rules } from '../rules.js'
import { Account } from './account.js'
import { payloadType } from '../payload-type.js'

@InputRule(
  z.object({
    username: rules.username.nullish(),
    email: rules.ownEmail.nullish(),
    imageId: rules.imageId.nullish(),
  }),
)
@InputType({
  description:
    'Changes to a profile. An absent field keeps its value, and so does a `username` or `email` that is null.',
})
export class UpdateProfileInput {
  @Field(() => String, {
    nullable: true,
    description: 'At most 100 characters. Unique; upper and lower case count as equal.',
  })
  username?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'At most 100 characters. Unique; upper and lower case count as equal. A new address is not verified.',
  })
  email?: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'The id of an image that the caller has uploaded by `POST /images`. Null removes the profile image.',
  })
  imageId?: string | null
}

export const UpdateProfilePayload = payloadType('UpdateProfilePayload', { account: () => Account })
export const UpdateMembershipPayload = payloadType('UpdateMembershipPayload', { account: () => Account })
export const SetUserMembershipPayload = payloadType('SetUserMembershipPayload', { account: () => Account })
