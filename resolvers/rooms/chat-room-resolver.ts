import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Character } from '../../schema/characters/character.js'
import { ChatRoom } from '../../schema/rooms/room.js'
import { LongText } from '../../schema/long-text.js'
import { shownGreeting } from '../characters/shown-text.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => ChatRoom)
export class ChatRoomResolver {
  @FieldResolver(() => Character, { nullable: true })
  character(@Root() { characterId }: ChatRoom, @Ctx() { loaders }: RequestContext) {
    return characterId === null ? null : loaders.character.load(characterId)
  }

  @LongText()
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The first message of the character in this room: the greeting of `greetingIndex`, with the names, the choices and the time of this room for its placeholders. Null without a character, and for an empty greeting.',
  })
  greeting(@Root() room: ChatRoom, @Ctx() context: RequestContext) {
    return shownGreeting(room, context)
  }
}
