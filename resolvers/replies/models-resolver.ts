import { Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { Model } from '../../schema/replies/model.js'
import type { ModelList } from '../../src/replies/model-list.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => Model)
export class ModelsResolver {
  constructor(private readonly modelList: ModelList) {}

  @Query(() => [Model], {
    nullable: true,
    description:
      'The models that are configured, for `sendMessage`. A hosted one without its key is not in the list; a message to it fails.',
  })
  models(@Ctx() { caller }: RequestContext) {
    return this.modelList.list(caller)
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The most tokens of a prompt and its reply together, for the caller; null while unknown.',
  })
  contextTokens(@Root() model: Model) {
    return this.modelList.contextOf(model)
  }

  @FieldResolver(() => Boolean, { description: 'Whether it shows its thoughts before a reply.' })
  thoughts(@Root() model: Model) {
    return this.modelList.thoughtsOf(model)
  }
}
