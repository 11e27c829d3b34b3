import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType()
export class DeleteRoomPayload {
  @Field(() => ID)
  deletedRoomId!: string
}

@ObjectType()
export class DeleteCharacterPayload {
  @Field(() => ID)
  deletedCharacterId!: number
}

@ObjectType()
export class DeleteAccountPayload {
  @Field(() => ID)
  deletedAccountId!: number
}
