import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql'
import { LogEntryConnection, SaveLogEntryInput, SaveLogEntryPayload } from '../schema/log-entry.js'
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
}
