import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  CreatePersonaInput,
  CreatePersonaPayload,
  DeletePersonaPayload,
  Persona,
  PersonaConnection,
  SetDefaultPersonaPayload,
  SetRoomPersonaPayload,
  UpdatePersonaInput,
  UpdatePersonaPayload,
} from '../../schema/characters/persona.js'
import type { Images } from '../../src/images/images.js'
import type { Personas } from '../../src/personas/personas.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'

@Resolver(() => Persona)
export class PersonasResolver {
  constructor(
    private readonly personas: Personas,
    private readonly images: Images,
  ) {}

  @Authorized()
  @Query(() => PersonaConnection, {
    nullable: true,
    complexity: pageCost,
    description: 'The personas of the caller, the newest first.',
  })
  myPersonas(
    @SignedIn() caller: UserCaller,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.personas.list(caller, { first, after, bytes })
  }

  @Authorized()
  @Mutation(() => CreatePersonaPayload, {
    complexity: mutationCost,
    description: 'Creates a persona. CONFLICT if the account already has 50.',
  })
  async createPersona(
    @SignedIn() caller: UserCaller,
    @Arg('input', () => CreatePersonaInput) input: CreatePersonaInput,
  ) {
    return { persona: await this.personas.create(caller, input) }
  }

  @Authorized()
  @Mutation(() => UpdatePersonaPayload, {
    complexity: mutationCost,
    description: 'Changes a persona of the caller; the next replies use it. NOT_FOUND for any other persona.',
  })
  async updatePersona(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdatePersonaInput) input: UpdatePersonaInput,
  ) {
    return { persona: await this.personas.update(caller, id, input) }
  }

  @Authorized()
  @Mutation(() => DeletePersonaPayload, {
    complexity: mutationCost,
    description:
      'Deletes a persona of the caller. Rooms that have it go on with the default one, or with the username. NOT_FOUND for any other persona.',
  })
  async deletePersona(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { deletedPersonaId: await this.personas.delete(caller, id) }
  }

  @Authorized()
  @Mutation(() => SetDefaultPersonaPayload, {
    complexity: mutationCost,
    description:
      'Makes a persona of the caller the default one, for each room with a character that has no persona of its own. NOT_FOUND for any other persona.',
  })
  async setDefaultPersona(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID, { nullable: true, description: 'Null leaves the account without a default persona.' })
    id?: string | null,
  ) {
    return { persona: await this.personas.setDefault(caller, id ?? null) }
  }

  @Authorized()
  @Mutation(() => SetRoomPersonaPayload, {
    complexity: mutationCost,
    description:
      'Gives a room of the caller a persona of the caller; the next reply uses it. NOT_FOUND for a room that the caller does not own, and for any other persona.',
  })
  async setRoomPersona(
    @SignedIn() caller: UserCaller,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('personaId', () => ID, { nullable: true, description: 'Null leaves the room with the default persona.' })
    personaId?: string | null,
  ) {
    return { room: await this.personas.setOfRoom(caller, roomId, personaId ?? null) }
  }

  @FieldResolver(() => String, { nullable: true })
  imageUrl(@Root() { imageId }: Persona) {
    return this.images.urlOf({ imageId, imageUrl: null })
  }

  @FieldResolver(() => Int, { description: 'The estimated tokens of its description, which each prompt has.' })
  tokenCount(@Root() persona: Persona) {
    return this.personas.tokenCount(persona)
  }
}
