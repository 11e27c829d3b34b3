import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { z } from 'zod'
import {
  ChooseAlternativePayload,
  DeleteLogEntryPayload,
  LogEntry,
  LogEntryConnection,
  SaveLogEntryInput,
  SaveLogEntryPayload,
  TruncateLogPayload,
  UpdateLogEntryInput,
  UpdateLogEntryPayload,
} from '../../schema/rooms/log-entry.js'
import { roomKindDescription, RoomKind } from '../../schema/enums.js'
import { Room } from '../../schema/rooms/room.js'
import type { ChatLogs } from '../../src/chat-logs/chat-logs.js'
import type { LogCuts } from '../../src/chat-logs/log-cuts.js'
import type { Kind } from '../../src/kinds.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { argumentRule } from '../pipeline/validate-input.js'
import { payloadOf } from './payload-of.js'

const stale = 'The version that the client has read. CONFLICT if the entry has another version.'

@Resolver(() => Room)
export class ChatLogsResolver {
  constructor(
    private readonly chatLogs: ChatLogs,
    private readonly logCuts: LogCuts,
  ) {}

  @FieldResolver(() => LogEntryConnection, {
    complexity: pageCost,
    description: 'The entries of the room by ascending index.',
  })
  entries(
    @Root() room: Room,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { nullable: true }) first?: number,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('last', () => Int, { nullable: true }) last?: number,
    @Arg('before', () => String, { nullable: true }) before?: string,
  ) {
    return this.chatLogs.entries(room, { first, after, last, before, bytes })
  }

  @FieldResolver(() => LogEntry, { nullable: true, description: 'The entry at this index; null if there is none.' })
  entry(@Root() room: Room, @Ctx() { bytes }: RequestContext, @Arg('index', () => Int) index: number) {
    return this.chatLogs.entry(room, index, bytes)
  }

  @Mutation(() => SaveLogEntryPayload, { complexity: mutationCost, description: 'Appends an entry at the next index.' })
  async saveLogEntry(@Ctx() context: RequestContext, @Arg('input', () => SaveLogEntryInput) input: SaveLogEntryInput) {
    return payloadOf(await this.chatLogs.save(context, input))
  }

  @Mutation(() => UpdateLogEntryPayload, {
    complexity: mutationCost,
    description: 'Replaces the content of an entry. An earlier reply is kept as an alternative.',
  })
  async updateLogEntry(
    @Ctx() context: RequestContext,
    @Arg('input', () => UpdateLogEntryInput) input: UpdateLogEntryInput,
  ) {
    return payloadOf(await this.chatLogs.update(context, input))
  }

  @Mutation(() => DeleteLogEntryPayload, {
    complexity: mutationCost,
    description: 'Deletes one entry. The others keep their indexes.',
  })
  async deleteLogEntry(
    @Ctx() { caller }: RequestContext,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
    @Arg('expectedVersion', () => Int, { nullable: true, description: stale }) expectedVersion?: number,
    @Arg('kind', () => RoomKind, { nullable: true, description: roomKindDescription }) kind?: Kind,
  ) {
    return { roomId: await this.chatLogs.remove(caller, { roomId, kind, index, expectedVersion }), deletedIndex: index }
  }

  @Mutation(() => ChooseAlternativePayload, {
    complexity: mutationCost,
    description:
      'Shows another alternative of an entry, with the message that it answers. NOT_FOUND if the entry has no such alternative.',
  })
  async chooseAlternative(
    @Ctx() context: RequestContext,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
    @Arg('alternative', () => Int, { description: 'The number of the alternative.' }) alternative: number,
    @Arg('expectedVersion', () => Int, { nullable: true, description: stale }) expectedVersion?: number,
  ) {
    return { entry: await this.chatLogs.choose(context, { roomId, index, alternative, expectedVersion }) }
  }

  @Mutation(() => TruncateLogPayload, {
    complexity: mutationCost,
    description:
      'Deletes an entry and all later ones. Their indexes are not reused. Without such entries nothing happens. CONFLICT while the room has an active generation.',
  })
  async truncateLog(
    @Ctx() { caller }: RequestContext,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('fromIndex', () => Int, { validateFn: argumentRule('fromIndex', z.int().min(1)) }) fromIndex: number,
    @Arg('expectedVersion', () => Int, {
      nullable: true,
      description:
        'The version of the entry at `fromIndex` that the client has read. CONFLICT if it has another version.',
    })
    expectedVersion?: number,
    @Arg('expectedLastIndex', () => Int, {
      nullable: true,
      description: 'The index of the last entry that the client has read. CONFLICT if the log has a later entry.',
    })
    expectedLastIndex?: number,
  ) {
    await this.logCuts.cut(caller, { roomId, fromIndex, expectedVersion, expectedLastIndex })
    return { deletedFromIndex: fromIndex }
  }
}
