import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { AppError } from '@parley/runtime'
import {
  ChatRoomInput,
  CreateChatRoomPayload,
  CreateOfficeRoomPayload,
  OfficeRoomInput,
  Room,
  RoomConnection,
  UpdateRoomInput,
  UpdateRoomPayload,
} from '../../schema/rooms/room.js'
import { RoomKind, RoomOrder } from '../../schema/enums.js'
import type { Kind } from '../../src/kinds.js'
import type { RoomSettingsChanges } from '../../src/replies/room-settings-changes.js'
import type { Rooms } from '../../src/rooms/rooms.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => Room)
export class RoomsResolver {
  constructor(
    private readonly rooms: Rooms,
    private readonly roomSettings: RoomSettingsChanges,
  ) {}

  @Query(() => Room, {
    nullable: true,
    description:
      'The room with this UUID; its owner and administrators can also use the record id. Null if it does not exist or is not accessible.',
  })
  room(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return this.rooms.find(caller, id)
  }

  @Authorized()
  @Query(() => RoomConnection, {
    nullable: true,
    complexity: pageCost,
    description: 'The rooms of the caller. Archived rooms are left out by default.',
  })
  myRooms(
    @SignedIn() caller: UserCaller,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('orderBy', () => RoomOrder, { defaultValue: 'NEWEST', nullable: true }) orderBy: RoomOrder | null,
    @Arg('archived', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'True lists the archived rooms, null all rooms.',
    })
    archived: boolean | null,
    @Arg('kind', () => RoomKind, { nullable: true, description: 'If given, only rooms of this kind.' }) kind?: Kind,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.rooms.listOwn(caller, { first, after, orderBy: orderBy ?? 'NEWEST', archived, kind, bytes })
  }

  @Mutation(() => CreateChatRoomPayload, { complexity: mutationCost })
  async createChatRoom(@Ctx() context: RequestContext, @Arg('input', () => ChatRoomInput) input: ChatRoomInput) {
    refuseInvalidToken(context)
    return { room: await this.rooms.create(context, 'character', input) }
  }

  @Mutation(() => CreateOfficeRoomPayload, { complexity: mutationCost })
  async createOfficeRoom(
    @Ctx() context: RequestContext,
    @Arg('input', () => OfficeRoomInput, { nullable: true }) input?: OfficeRoomInput,
  ) {
    refuseInvalidToken(context)
    return { room: await this.rooms.create(context, 'office', input ?? {}) }
  }

  @Mutation(() => UpdateRoomPayload, {
    complexity: mutationCost,
    description:
      'Changes the name and the settings of a room; the next reply uses them. FORBIDDEN for a model that the membership does not include.',
  })
  async updateRoom(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateRoomInput) input: UpdateRoomInput,
  ) {
    return { room: await this.roomSettings.update(context, id, input) }
  }

  @FieldResolver(() => ID)
  id(@Root() { roomId }: Room) {
    return roomId
  }

  @FieldResolver(() => ID, { description: 'The numeric id that REST calls `id`.' })
  recordId(@Root() { id }: Room) {
    return id
  }
}

/** With an expired token a room of an account would get no owner, and any caller with its UUID could use it. */
function refuseInvalidToken({ tokenState }: RequestContext): void {
  if (tokenState === 'invalid') throw new AppError('UNAUTHENTICATED')
}
