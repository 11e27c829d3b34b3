import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import {
  DeleteLogEntryPayload,
  LogEntryConnection,
  SaveLogEntryInput,
  SaveLogEntryPayload,
  UpdateLogEntryInput,
  UpdateLogEntryPayload,
} from '../schema/log-entry.js'
import { Room } from '../schema/room.js'
import type { ChatLogs } from '../src/chat-logs/chat-logs.js'
import { mutationCost, pageCost } from './costs.js'
import type { RequestContext } from './request-context.js'

@Resolver(() => Room)
export class ChatLogsResolver {
  constructor(private readonly chatLogs: ChatLogs) {}

  @FieldResolver(() => LogEntryConnection, { complexity: pageCost, description: 'By ascending index.' })
  entries(
    @Root() room: Room,
    @Arg('first', () => Int, { nullable: true }) first?: number,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('last', () => Int, { nullable: true }) last?: number,
    @Arg('before', () => String, { nullable: true }) before?: string,
  ) {
    return this.chatLogs.entries(room, { first, after, last, before })
  }

  @Mutation(() => SaveLogEntryPayload, { complexity: mutationCost, description: 'Appends at the next index.' })
  async saveLogEntry(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => SaveLogEntryInput) input: SaveLogEntryInput,
  ) {
    return { entry: await this.chatLogs.save(caller, input) }
  }

  @Mutation(() => UpdateLogEntryPayload, { complexity: mutationCost, description: 'Replaces the entry at an index.' })
  async updateLogEntry(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => UpdateLogEntryInput) input: UpdateLogEntryInput,
  ) {
    return { entry: await this.chatLogs.update(caller, input) }
  }

  @Mutation(() => DeleteLogEntryPayload, {
    complexity: mutationCost,
    description: 'Removes one entry; the others keep their indexes.',
  })
  async deleteLogEntry(
    @Ctx() { caller }: RequestContext,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
  ) {
    await this.chatLogs.remove(caller, roomId, index)
    return { deletedIndex: index }
  }
}
