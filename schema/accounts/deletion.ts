import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { DeletionConsequences as Consequences } from '../../src/deletion/deletion.js'
import { payloadType } from '../payload-type.js'

export const DeleteRoomPayload = payloadType('DeleteRoomPayload', { deletedRoomId: () => ID })
export const DeleteCharacterPayload = payloadType('DeleteCharacterPayload', { deletedCharacterId: () => ID })
export const DeleteAccountPayload = payloadType('DeleteAccountPayload', { deletedAccountId: () => ID })

@ObjectType({ description: 'What is deleted with an account, counted now.' })
export class DeletionConsequences implements Consequences {
  @Field(() => Int)
  readonly rooms!: number

  @Field(() => Int, { description: 'The rooms of other accounts and of guests with its characters. They end.' })
  readonly roomsOfOthers!: number

  @Field(() => Int)
  readonly characters!: number

  @Field(() => Int)
  readonly images!: number

  @Field(() => Int)
  readonly apiKeys!: number
}
