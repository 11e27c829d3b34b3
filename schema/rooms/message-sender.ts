import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType({ description: 'As whom a person has sent a message.' })
export class MessageSender {
  @Field(() => ID, {
    nullable: true,
    description: 'The persona, which may be another one by now, or deleted. Null without one, as the account itself.',
  })
  readonly personaId!: number | null

  @Field(() => String, { nullable: true, description: 'The name of the persona at that time; null without one.' })
  readonly personaName!: string | null
}

export const senderDescription =
  'As whom its message was sent, whatever persona the room has now. Null where that is not known: for messages of earlier releases, and of callers that are not the owner of the room.'
