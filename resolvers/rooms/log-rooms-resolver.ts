import { Arg, Authorized, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { LogEntryConnection } from '../../schema/rooms/log-entry.js'
import {
  CreateLogRoomInput,
  CreateLogRoomPayload,
  DeleteLogRoomEntryInput,
  DeleteLogRoomEntryPayload,
  DeleteLogRoomPayload,
  LogRoomEntryPayload,
  LogRoomInput,
  SaveLogRoomEntryInput,
  UpdateLogRoomEntryInput,
} from '../../schema/rooms/log-room.js'
import type { LogRooms } from '../../src/chat-logs/log-rooms.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { payloadOf } from './payload-of.js'

/** Of the service schema: the operations of the chat-log service. */
@Resolver()
export class LogRoomsResolver {
  constructor(private readonly logRooms: LogRooms) {}

  @Authorized('SERVICE')
  @Query(() => LogEntryConnection, {
    complexity: pageCost,
    description: 'The entries of a log room by ascending index.',
  })
  logRoomEntries(
    @Ctx() { bytes }: RequestContext,
    @Arg('input', () => LogRoomInput) input: LogRoomInput,
    @Arg('first', () => Int, { nullable: true }) first?: number,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('last', () => Int, { nullable: true }) last?: number,
    @Arg('before', () => String, { nullable: true }) before?: string,
  ) {
    return this.logRooms.entries(input, { first, after, last, before, bytes })
  }

  @Authorized('SERVICE')
  @Mutation(() => CreateLogRoomPayload, {
    complexity: mutationCost,
    description: 'Creates a log room without a room in the application service.',
  })
  async createLogRoom(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => CreateLogRoomInput) input: CreateLogRoomInput,
  ) {
    return { roomId: await this.logRooms.create(caller, input) }
  }

  @Authorized('SERVICE')
  @Mutation(() => LogRoomEntryPayload, { complexity: mutationCost, description: 'Appends an entry at the next index.' })
  async saveLogRoomEntry(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => SaveLogRoomEntryInput) input: SaveLogRoomEntryInput,
  ) {
    return payloadOf(await this.logRooms.save(caller, input))
  }

  @Authorized('SERVICE')
  @Mutation(() => LogRoomEntryPayload, { complexity: mutationCost, description: 'Replaces the content of an entry.' })
  async updateLogRoomEntry(@Arg('input', () => UpdateLogRoomEntryInput) input: UpdateLogRoomEntryInput) {
    return payloadOf(await this.logRooms.update(input))
  }

  @Authorized('SERVICE')
  @Mutation(() => DeleteLogRoomEntryPayload, {
    complexity: mutationCost,
    description: 'Deletes one entry. The others keep their indexes.',
  })
  async deleteLogRoomEntry(@Arg('input', () => DeleteLogRoomEntryInput) input: DeleteLogRoomEntryInput) {
    return { roomId: await this.logRooms.deleteEntry(input) }
  }

  @Authorized('SERVICE')
  @Mutation(() => DeleteLogRoomPayload, {
    complexity: mutationCost,
    description: 'Deletes a log room with its entries, and the room of the application service that belongs to it.',
  })
  async deleteLogRoom(@Arg('input', () => LogRoomInput) input: LogRoomInput) {
    return { deletedRoomId: await this.logRooms.delete(input) }
  }
}
