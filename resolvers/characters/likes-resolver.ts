import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Character } from '../../schema/characters/character.js'
import { Like, LikeConnection, SetLikePayload } from '../../schema/characters/like.js'
import { User } from '../../schema/accounts/user.js'
import type { Likes } from '../../src/likes/likes.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => Character)
export class LikesResolver {
  constructor(private readonly likes: Likes) {}

  @Authorized()
  @Query(() => LikeConnection, {
    nullable: true,
    complexity: pageCost,
    description:
      'The likes of the caller, newest first. A like of a character that the caller can no longer see is left out.',
  })
  myLikes(
    @SignedIn() caller: UserCaller,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.likes.listOwn(caller, { first, after })
  }

  @Authorized()
  @Mutation(() => SetLikePayload, { complexity: mutationCost })
  setLike(
    @SignedIn() caller: UserCaller,
    @Arg('characterId', () => ID) characterId: string,
    @Arg('liked', () => Boolean) liked: boolean,
  ) {
    return this.likes.set(caller, characterId, liked)
  }

  @FieldResolver(() => LikeConnection, {
    name: 'likes',
    nullable: true,
    complexity: pageCost,
    description: 'The likes of the character, newest first, for its owner and administrators; null for other callers.',
  })
  likesOf(
    @Root() character: Character,
    @Ctx() { caller, loaders }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.likes.listOf(caller, character, (id) => loaders.likes({ first, after }).load(id))
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

@Resolver(() => Like)
export class LikeResolver {
  @FieldResolver(() => User, { nullable: true, description: 'Null if the account was deleted meanwhile.' })
  user(@Root() { userId }: Like, @Ctx() { loaders }: RequestContext) {
    return loaders.user.load(userId)
  }

  @FieldResolver(() => Character, { nullable: true, description: 'Null if the character was deleted meanwhile.' })
  character(@Root() { characterId }: Like, @Ctx() { loaders }: RequestContext) {
    return loaders.character.load(characterId)
  }
}
