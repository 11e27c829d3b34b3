import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Character } from '../../schema/characters/character.js'
import { ChatRoom } from '../../schema/rooms/room.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => ChatRoom)
export class ChatRoomResolver {
  @FieldResolver(() => Character, { nullable: true })
  character(@Root() { characterId }: ChatRoom, @Ctx() { loaders }: RequestContext) {
    return characterId === null ? null : loaders.character.load(characterId)
  }
}
