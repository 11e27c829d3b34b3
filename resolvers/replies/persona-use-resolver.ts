import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Persona, PersonaUse } from '../../schema/characters/persona.js'
import { Generation } from '../../schema/replies/generation.js'
import type { Personas } from '../../src/personas/personas.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => Generation)
export class GenerationPersonaResolver {
  constructor(private readonly personas: Personas) {}

  @FieldResolver(() => PersonaUse, {
    nullable: true,
    description:
      'The persona that the prompt has had, for the account that sent the message; null for others, without a persona, and until it runs.',
  })
  persona(@Root() generation: Generation, @Ctx() { caller }: RequestContext) {
    return this.personas.useIn(caller, generation)
  }
}

@Resolver(() => PersonaUse)
export class PersonaUseResolver {
  @FieldResolver(() => Persona, { nullable: true, description: 'As it is now; null for one that was deleted since.' })
  persona(@Root() { personaId }: PersonaUse, @Ctx() { loaders }: RequestContext) {
    return loaders.persona.load(personaId)
  }
}
