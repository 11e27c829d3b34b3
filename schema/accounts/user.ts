import { Field, ID, ObjectType } from 'type-graphql'
import { Node } from '../node.js'
import type { User as UserRow } from '../../src/users/user.js'

@ObjectType({ implements: Node, description: 'The public side of an account.' })
export class User implements Pick<UserRow, 'id' | 'username' | 'profileImageUrl' | 'profileImageId'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  username!: string

  // on the wire: profileImageUrl, which the resolver derives from both
  profileImageUrl!: string | null
  profileImageId!: string | null
}
