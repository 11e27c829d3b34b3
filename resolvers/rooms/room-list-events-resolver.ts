import { type SubscribeResolverData, Arg, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql'
import { Room } from '../../schema/rooms/room.js'
import { RoomListEvent } from '../../schema/rooms/room-event.js'
import { limits } from '../../src/limits.js'
import type { RoomListEvent as FeedEvent } from '../../src/room-feed/room-list-event.js'
import { feedRoomsCost, subscriptionCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => RoomListEvent)
export class RoomListEventsResolver {
  @Subscription(() => RoomListEvent, {
    complexity: subscriptionCost,
    description: `The rooms of the caller that were last changed, at most ${String(limits.roomFeedRooms)}, then every change of its rooms from any device.`,
    subscribe: ({
      args,
      context,
    }: SubscribeResolverData<unknown, { readonly after?: string | null }, RequestContext>) =>
      context.roomFeed.followList(context.caller, args.after),
  })
  myRoomEvents(
    @Root() event: FeedEvent,
    @Ctx() { loaders }: RequestContext,
    @Arg('after', () => String, {
      nullable: true,
      description:
        'The cursor of the last event that the client has received: the first event then has what has changed since, and is not sent if nothing has.',
    })
    _after?: string,
  ) {
    loaders.forget()
    return event
  }

  @FieldResolver(() => [Room], {
    complexity: feedRoomsCost,
    description: 'New and changed rooms, the last changed first.',
  })
  rooms(@Root() { rooms }: RoomListEvent) {
    return rooms
  }
}
