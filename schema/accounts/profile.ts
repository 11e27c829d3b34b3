import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { Account } from './account.js'
import { InputRule } from '../input-rule.js'
import { rules } from '../rules.js'

@InputRule(
  z.object({
    username: rules.username.nullish(),
    email: rules.email.nullish(),
    imageId: rules.imageId.nullish(),
  }),
)
@InputType({ description: 'An absent field keeps its value; so does a name or an address that is null.' })
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: 'Unique without case, at most 100 characters.' })
  username?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Unique without case, at most 100 characters. A new address is not verified.',
  })
  email?: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'An image of the caller, uploaded by `POST /images`; null removes the one there is.',
  })
  imageId?: string | null
}

@ObjectType()
export class UpdateProfilePayload {
  @Field(() => Account)
  account!: Account
}

@ObjectType()
export class UpdateMembershipPayload {
  @Field(() => Account)
  account!: Account
}
