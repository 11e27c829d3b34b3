import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { User } from '../../schema/accounts/user.js'
import { Character } from '../../schema/characters/character.js'
import { CharacterCost, CharacterCostInput } from '../../schema/characters/character-cost.js'
import { OpenTestRoomPayload, Room } from '../../schema/rooms/room.js'
import type { Authors } from '../../src/characters/authors.js'
import type { CharacterCosts } from '../../src/characters/character-costs.js'
import type { TestRooms } from '../../src/rooms/test-rooms.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { characterCostCost, mutationCost } from '../pipeline/costs.js'

/** What readers of the gallery and authors need beside the characters themselves. */
@Resolver(() => Character)
export class GalleryResolver {
  constructor(
    private readonly product: {
      readonly authors: Authors
      readonly characterCosts: CharacterCosts
      readonly testRooms: TestRooms
    },
  ) {}

  @Query(() => User, {
    nullable: true,
    description:
      'An account that has public characters, for its page; null for any other account, and while it is banned or not approved.',
  })
  author(@Arg('id', () => ID) id: string) {
    return this.product.authors.find(id)
  }

  @Authorized()
  @Query(() => CharacterCost, {
    nullable: true,
    complexity: characterCostCost,
    description: 'What the texts of a character cost in a prompt. RATE_LIMITED when a limit is used up.',
  })
  characterCost(@SignedIn() caller: UserCaller, @Arg('input', () => CharacterCostInput) input: CharacterCostInput) {
    return this.product.characterCosts.of(caller, input)
  }

  @Authorized()
  @Mutation(() => OpenTestRoomPayload, {
    complexity: mutationCost,
    description:
      'The test conversation of the caller with a character that it may change, which is in no list, is not found by a search and does not count as a talk. Its replies use the stored texts of the character, and cost what others cost. It is deleted a day after its last change. NOT_FOUND and FORBIDDEN as for `updateCharacter`.',
  })
  async openTestRoom(
    @SignedIn() caller: UserCaller,
    @Arg('characterId', () => ID) characterId: string,
    @Arg('isNew', () => Boolean, {
      defaultValue: false,
      nullable: true,
      description: 'True deletes the test conversation before, and begins an empty one.',
    })
    isNew: boolean | null,
  ) {
    return { room: await this.product.testRooms.open(caller, characterId, isNew === true) }
  }

  @FieldResolver(() => Int, {
    description:
      'The conversations that other accounts have had with it, each from its first reply, those that were deleted since included.',
  })
  talkCount(@Root() { id }: Character, @Ctx() { loaders }: RequestContext) {
    return loaders.talkCount.load(id)
  }
}

@Resolver(() => Room)
export class TestRoomResolver {
  @FieldResolver(() => Boolean, {
    description: 'Whether it is the test conversation of an author: see `openTestRoom`.',
  })
  isTest(@Root() { testOf }: Room) {
    return testOf !== null
  }
}
