import { Field, ID, ObjectType } from 'type-graphql'
import type { User as UserRow } from '../src/users/user.js'

@ObjectType({ description: 'Somebody, as others see them.' })
export class User implements Pick<UserRow, 'id' | 'username' | 'profileImageUrl'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  username!: string

  @Field(() => String, { nullable: true })
  profileImageUrl!: string | null
}
