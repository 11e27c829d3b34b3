import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Character } from '../../schema/characters/character.js'
import { ChatRoom } from '../../schema/rooms/room.js'
import { LongText } from '../../schema/long-text.js'
import { shownGreeting } from '../characters/shown-text.js'
import { isVisibleTo } from '../../src/characters/visibility.js'
import type { Personas } from '../../src/personas/personas.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => ChatRoom)
export class ChatRoomResolver {
  constructor(private readonly personas: Personas) {}

  @FieldResolver(() => Character, { nullable: true })
  async character(@Root() room: ChatRoom, @Ctx() { caller, loaders }: RequestContext) {
    const character = room.characterId === null ? null : await loaders.character.load(room.characterId)
    // its texts have the name by which it knows the reader
    return character && { ...character, readAs: this.personas.keyIn(caller, room) }
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the caller may see the character; true without one. It is false once the character has become private to another account: then `character` has its name and picture and no texts, and new replies are FORBIDDEN.',
  })
  async characterVisible(@Root() room: ChatRoom, @Ctx() { caller, loaders }: RequestContext) {
    const character = room.characterId === null ? null : await loaders.character.load(room.characterId)
    return character === null || isVisibleTo(caller, character)
  }

  @LongText()
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The first message of the character in this room: the greeting of `greetingIndex`, with the names, the choices and the time of this room for its placeholders. From the first message on it stays as it is, whatever the author changes, until all messages are deleted or another `greetingIndex` is chosen. Null without a character, for an empty greeting, and for one that the room does not keep while `characterVisible` is false.',
  })
  greeting(@Root() room: ChatRoom, @Ctx() context: RequestContext) {
    return shownGreeting(room, this.personas.keyIn(context.caller, room), context)
  }
}
