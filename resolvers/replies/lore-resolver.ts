import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { LoreUse } from '../../schema/characters/lorebook.js'
import { Generation } from '../../schema/replies/generation.js'
import type { ShownLore } from '../../src/lorebooks/shown-lore.js'
import { loreUsesCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => Generation)
export class LoreResolver {
  constructor(private readonly shownLore: ShownLore) {}

  @FieldResolver(() => [LoreUse], {
    nullable: true,
    complexity: loreUsesCost,
    description:
      'What lorebooks have given to the prompt, by lorebook: names and entries of the own ones of the caller, counts of others. For the account that sent the message and for administrators; null until it runs, and without entries whose keys occur.',
  })
  lore(@Root() generation: Generation, @Ctx() { caller }: RequestContext) {
    return this.shownLore.of(caller, generation)
  }
}
