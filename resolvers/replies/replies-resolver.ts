import {
  type SubscribeResolverData,
  Arg,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql'
import {
  CancelGenerationPayload,
  Generation,
  GenerationConnection,
  GenerationEvent,
  RemoveGenerationPayload,
  SendMessageInput,
  SendMessagePayload,
  StartRoomInput,
  StartRoomPayload,
} from '../../schema/replies/generation.js'
import { Room } from '../../schema/rooms/room.js'
import type { Replies } from '../../src/replies/replies.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost, pageCost, subscriptionCost } from '../pipeline/costs.js'
import { selectsField } from '../pipeline/selects-field.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

const thoughtFields = ['thoughtsOffset', 'thoughtsDelta'] as const satisfies readonly (keyof GenerationEvent)[]

interface WatchArgs {
  readonly id: string
  readonly after?: string | null
}

@Resolver(() => Room)
export class RepliesResolver {
  constructor(private readonly replies: Replies) {}

  @Query(() => Generation, { nullable: true })
  generation(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return this.replies.find(caller, id)
  }

  @Authorized()
  @Mutation(() => SendMessagePayload, {
    complexity: mutationCost,
    description:
      'Accepts a message and starts a generation, which continues even if no client is subscribed. BAD_USER_INPUT for a message that cannot fit the context of its model, CONFLICT while the room has an active generation, FORBIDDEN for a model that the membership does not include, RATE_LIMITED when a limit is used up.',
  })
  sendMessage(@SignedIn() caller: UserCaller, @Arg('input', () => SendMessageInput) input: SendMessageInput) {
    return this.replies.send(caller, input)
  }

  @Authorized()
  @Mutation(() => StartRoomPayload, {
    complexity: mutationCost,
    description:
      'Creates a room with its first message, and starts the reply: neither is stored without the other. NOT_FOUND for a character that the caller cannot see; otherwise as `sendMessage`.',
  })
  startRoom(
    @SignedIn() caller: UserCaller,
    @Ctx() { ipAddress }: RequestContext,
    @Arg('input', () => StartRoomInput) input: StartRoomInput,
  ) {
    return this.replies.start({ caller, ipAddress }, input)
  }

  @Authorized()
  @Mutation(() => CancelGenerationPayload, {
    complexity: mutationCost,
    description: 'Cancels a generation. The text so far is kept in it.',
  })
  async cancelGeneration(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return { generation: await this.replies.cancel(caller, id) }
  }

  @Authorized()
  @Mutation(() => RemoveGenerationPayload, {
    complexity: mutationCost,
    description:
      'Removes the record of a generation of the caller that has ended, such as a failed or a cancelled one. Its entry stays, if it has one. CONFLICT while it waits or runs. Without such a generation it changes nothing, so a call can be repeated.',
  })
  async removeGeneration(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    await this.replies.remove(caller, id)
    return { removedGenerationId: id }
  }

  @Subscription(() => GenerationEvent, {
    name: 'generation',
    complexity: subscriptionCost,
    description:
      'The events of a generation after the cursor `after`, or from the beginning, without gaps or repeats until the final event. New thoughts are events only if `thoughtsDelta` is selected.',
    subscribe: ({ args, context, info }: SubscribeResolverData<unknown, WatchArgs, RequestContext>) =>
      context.replies.watch(context.caller, args.id, {
        after: args.after,
        readsThoughts: selectsField(info, thoughtFields),
      }),
  })
  generationEvents(
    @Root() event: GenerationEvent,
    @Arg('id', () => ID) _id: string,
    @Arg('after', () => String, {
      nullable: true,
      description: 'The cursor of the last event that the client has received.',
    })
    _after?: string,
  ) {
    return event
  }

  @FieldResolver(() => Generation, { nullable: true })
  activeGeneration(@Root() { roomId }: Room, @Ctx() { loaders }: RequestContext) {
    return loaders.activeGeneration.load(roomId)
  }

  @FieldResolver(() => GenerationConnection, {
    complexity: pageCost,
    description: 'The generations of the room, newest first, including failed ones.',
  })
  generations(
    @Root() room: Room,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.replies.list(room, { first, after, bytes })
  }
}
