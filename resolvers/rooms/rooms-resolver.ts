import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { AppError } from '@parley/runtime'
import { z } from 'zod'
import {
  ChatRoomInput,
  CreateChatRoomPayload,
  CreateOfficeRoomPayload,
  MarkRoomReadPayload,
  OfficeRoomInput,
  Room,
  RoomConnection,
  SetRoomPinnedPayload,
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
import { argumentRule } from '../pipeline/validate-input.js'

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
    @Arg('pinned', () => Boolean, {
      nullable: true,
      description: 'True lists the pinned rooms, false the others; all rooms if absent.',
    })
    pinned?: boolean,
  ) {
    return this.rooms.listOwn(caller, { first, after, orderBy: orderBy ?? 'NEWEST', archived, kind, pinned, bytes })
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

  @Authorized()
  @Mutation(() => SetRoomPinnedPayload, {
    complexity: mutationCost,
    description:
      'Pins a room of the caller, for the beginning of its list, or removes the pin. NOT_FOUND for a room that the caller does not own.',
  })
  async setRoomPinned(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('pinned', () => Boolean) pinned: boolean,
  ) {
    return { room: await this.rooms.setPinned(caller, id, pinned) }
  }

  @Authorized()
  @Mutation(() => MarkRoomReadPayload, {
    complexity: mutationCost,
    description:
      'Records how many replies of a room the caller has read. The number never goes back. NOT_FOUND for a room that the caller does not own.',
  })
  async markRoomRead(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('upTo', () => Int, {
      nullable: true,
      description:
        'The `replyCount` of the room that the reader has seen, at least 0. A number above it marks all replies, and so does null.',
      validateFn: argumentRule('upTo', z.int().min(0).nullish()),
    })
    upTo?: number | null,
  ) {
    return { room: await this.rooms.markRead(caller, id, upTo ?? undefined) }
  }

  @FieldResolver(() => Boolean, { description: 'Whether the owner has not read all replies that have ended.' })
  unread(@Root() { replyCount, readReplies }: Room) {
    return readReplies < replyCount
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
