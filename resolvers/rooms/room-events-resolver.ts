import { type SubscribeResolverData, Arg, Ctx, FieldResolver, ID, Resolver, Root, Subscription } from 'type-graphql'
import { AppError } from '@parley/runtime'
import { Generation } from '../../schema/replies/generation.js'
import { LogEntry } from '../../schema/rooms/log-entry.js'
import { RoomEvent, RoomSnapshot } from '../../schema/rooms/room-event.js'
import type { RoomEvent as FeedEvent } from '../../src/room-feed/room-event.js'
import { feedEntriesCost, feedGenerationsCost, subscriptionCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => RoomSnapshot)
export class RoomEventsResolver {
  @Subscription(() => RoomEvent, {
    complexity: subscriptionCost,
    description:
      'A snapshot of the room, then every change from any device, until the room is deleted or the caller loses access.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, { readonly roomId: string }, RequestContext>) => {
      // a client that reconnects with an expired token would see its room as deleted
      if (context.tokenState === 'invalid') throw new AppError('UNAUTHENTICATED')
      return context.roomFeed.follow(context.caller, args.roomId)
    },
  })
  roomEvents(@Root() event: FeedEvent, @Ctx() { loaders }: RequestContext, @Arg('roomId', () => ID) _roomId: string) {
    loaders.forget()
    return event
  }

  @FieldResolver(() => [LogEntry], {
    complexity: feedEntriesCost,
    description: 'The newest entries by ascending index.',
  })
  entries(@Root() { entries }: RoomSnapshot) {
    return entries
  }

  @FieldResolver(() => [Generation], {
    complexity: feedGenerationsCost,
    description: 'The newest generations, newest first.',
  })
  generations(@Root() { generations }: RoomSnapshot) {
    return generations
  }
}
