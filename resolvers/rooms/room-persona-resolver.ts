import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql'
import { Persona } from '../../schema/characters/persona.js'
import { Room } from '../../schema/rooms/room.js'
import type { Personas } from '../../src/personas/personas.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => Room)
export class RoomPersonaResolver {
  constructor(private readonly personas: Personas) {}

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The persona that the owner has given to the room, for the owner; null without one and for others.',
  })
  personaId(@Root() room: Room, @Ctx() { caller }: RequestContext) {
    return this.personas.chosenFor(caller, room)
  }

  @FieldResolver(() => Persona, {
    nullable: true,
    description:
      'Who the owner is in the room, for the owner: the persona of the room, else, with a character, the default one. Null without one and for others.',
  })
  persona(@Root() room: Room, @Ctx() { caller, loaders }: RequestContext) {
    const key = this.personas.keyIn(caller, room)
    return key === undefined ? null : loaders.persona.load(key)
  }
}
