import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { Character, SetLikePayload } from '../../schema/characters/character.js'
import type { Likes } from '../../src/likes/likes.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => Character)
export class LikesResolver {
  constructor(private readonly likes: Likes) {}

  @Authorized()
  @Mutation(() => SetLikePayload, { complexity: mutationCost })
  setLike(
    @SignedIn() caller: UserCaller,
    @Arg('characterId', () => ID) characterId: string,
    @Arg('liked', () => Boolean) liked: boolean,
  ) {
    return this.likes.set(caller, characterId, liked)
  }

  @FieldResolver(() => Int)
  likeCount(@Root() { id }: Character, @Ctx() { loaders }: RequestContext) {
    return loaders.likeCount.load(id)
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller likes the character; false without a token.' })
  likedByMe(@Root() { id }: Character, @Ctx() { loaders }: RequestContext) {
    return loaders.likedByMe.load(id)
  }
}
