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
  @Query(() => LogEntryConnection, { complexity: pageCost, description: 'Of a log room, by ascending index.' })
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
  @Mutation(() => CreateLogRoomPayload, { complexity: mutationCost, description: 'Makes a log room without a record.' })
  async createLogRoom(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => CreateLogRoomInput) input: CreateLogRoomInput,
  ) {
    return { roomId: await this.logRooms.create(caller, input) }
  }

  @Authorized('SERVICE')
  @Mutation(() => LogRoomEntryPayload, { complexity: mutationCost, description: 'Appends at the next index.' })
  async saveLogRoomEntry(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => SaveLogRoomEntryInput) input: SaveLogRoomEntryInput,
  ) {
    return payloadOf(await this.logRooms.save(caller, input))
  }

  @Authorized('SERVICE')
  @Mutation(() => LogRoomEntryPayload, { complexity: mutationCost, description: 'Replaces the entry at an index.' })
  async updateLogRoomEntry(@Arg('input', () => UpdateLogRoomEntryInput) input: UpdateLogRoomEntryInput) {
    return payloadOf(await this.logRooms.update(input))
  }

  @Authorized('SERVICE')
  @Mutation(() => DeleteLogRoomEntryPayload, { complexity: mutationCost, description: 'Renumbers nothing.' })
  async deleteLogRoomEntry(@Arg('input', () => DeleteLogRoomEntryInput) input: DeleteLogRoomEntryInput) {
    return { roomId: await this.logRooms.deleteEntry(input) }
  }

  @Authorized('SERVICE')
  @Mutation(() => DeleteLogRoomPayload, {
    complexity: mutationCost,
    description: 'With its entries, and the record that the application service may have of it.',
  })
  async deleteLogRoom(@Arg('input', () => LogRoomInput) input: LogRoomInput) {
    return { deletedRoomId: await this.logRooms.delete(input) }
  }
}
