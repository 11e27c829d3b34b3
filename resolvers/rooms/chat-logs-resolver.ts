import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { z } from 'zod'
import {
  ChooseAlternativePayload,
  DeleteLogEntryPayload,
  LogEntryConnection,
  SaveLogEntryInput,
  SaveLogEntryPayload,
  TruncateLogPayload,
  UpdateLogEntryInput,
  UpdateLogEntryPayload,
} from '../../schema/rooms/log-entry.js'
import { ofKind, RoomKind } from '../../schema/enums.js'
import { Room } from '../../schema/rooms/room.js'
import type { ChatLogs } from '../../src/chat-logs/chat-logs.js'
import type { LogCuts } from '../../src/chat-logs/log-cuts.js'
import type { Kind } from '../../src/kinds.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { argumentRule } from '../pipeline/validate-input.js'
import { payloadOf } from './payload-of.js'

const stale = 'CONFLICT if the entry has another version now.'

@Resolver(() => Room)
export class ChatLogsResolver {
  constructor(
    private readonly chatLogs: ChatLogs,
    private readonly logCuts: LogCuts,
  ) {}

  @FieldResolver(() => LogEntryConnection, { complexity: pageCost, description: 'By ascending index.' })
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

  @Mutation(() => SaveLogEntryPayload, { complexity: mutationCost, description: 'Appends at the next index.' })
  async saveLogEntry(@Ctx() context: RequestContext, @Arg('input', () => SaveLogEntryInput) input: SaveLogEntryInput) {
    return payloadOf(await this.chatLogs.save(context, input))
  }

  @Mutation(() => UpdateLogEntryPayload, {
    complexity: mutationCost,
    description: 'Replaces the entry at an index; an earlier reply stays an alternative.',
  })
  async updateLogEntry(
    @Ctx() context: RequestContext,
    @Arg('input', () => UpdateLogEntryInput) input: UpdateLogEntryInput,
  ) {
    return payloadOf(await this.chatLogs.update(context, input))
  }

  @Mutation(() => DeleteLogEntryPayload, {
    complexity: mutationCost,
    description: 'Removes one entry; the others keep their indexes.',
  })
  async deleteLogEntry(
    @Ctx() { caller }: RequestContext,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
    @Arg('expectedVersion', () => Int, { nullable: true, description: stale }) expectedVersion?: number,
    @Arg('kind', () => RoomKind, { nullable: true, description: ofKind }) kind?: Kind,
  ) {
    return { roomId: await this.chatLogs.remove(caller, { roomId, kind, index, expectedVersion }), deletedIndex: index }
  }

  @Mutation(() => ChooseAlternativePayload, {
    complexity: mutationCost,
    description: 'Shows another of the replies that an entry keeps, with the words it answers.',
  })
  async chooseAlternative(
    @Ctx() context: RequestContext,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
    @Arg('alternative', () => Int, { description: 'Its number.' }) alternative: number,
    @Arg('expectedVersion', () => Int, { nullable: true, description: stale }) expectedVersion?: number,
  ) {
    return { entry: await this.chatLogs.choose(context, { roomId, index, alternative, expectedVersion }) }
  }

  @Mutation(() => TruncateLogPayload, {
    complexity: mutationCost,
    description: 'Removes an entry and all later ones; their indexes are not given again. None there is no error.',
  })
  async truncateLog(
    @Ctx() { caller }: RequestContext,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('fromIndex', () => Int, { validateFn: argumentRule('fromIndex', z.int().min(1)) }) fromIndex: number,
    @Arg('expectedVersion', () => Int, {
      nullable: true,
      description: 'Of the entry at `fromIndex`: CONFLICT when it has another version by now.',
    })
    expectedVersion?: number,
    @Arg('expectedLastIndex', () => Int, {
      nullable: true,
      description: 'CONFLICT if there is an entry with a higher index now.',
    })
    expectedLastIndex?: number,
  ) {
    await this.logCuts.cut(caller, { roomId, fromIndex, expectedVersion, expectedLastIndex })
    return { deletedFromIndex: fromIndex }
  }
}
