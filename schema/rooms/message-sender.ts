import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType({ description: 'The persona, or the account itself, that sent a message.' })
export class MessageSender {
  @Field(() => ID, {
    nullable: true,
    description:
      'The persona. It may have been renamed or deleted since. Null for a message sent as the account itself.',
  })
  readonly personaId!: number | null

  @Field(() => String, { nullable: true, description: 'The name of the persona at that time; null without one.' })
  readonly personaName!: string | null
}

export const senderDescription =
  'Who sent the message, whatever persona the room has now. Null where it is not known: messages of earlier releases, of the chat-log service, and of callers other than the owner of the room.'
