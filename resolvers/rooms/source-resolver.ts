import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { LongText } from '../../schema/long-text.js'
import { Source } from '../../schema/rooms/source.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => Source)
export class SourceResolver {
  @LongText()
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The text that the model has read of it; null without one, for a file of another account, and once the file is removed.',
  })
  passage(@Root() { file, ordinal, passage }: Source, @Ctx() { loaders }: RequestContext) {
    return file === null || ordinal === undefined ? passage : loaders.quote.load({ fileId: file, ordinal })
  }
}
