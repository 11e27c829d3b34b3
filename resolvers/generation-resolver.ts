import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Generation, GenerationError, GenerationEvent } from '../schema/generation.js'
import { LogEntry } from '../schema/log-entry.js'
import { Room } from '../schema/room.js'
import type { ChatLogs } from '../src/chat-logs/chat-logs.js'
import type { GenerationErrorCode } from '../src/replies/generation.js'
import type { Rooms } from '../src/rooms/rooms.js'
import type { RequestContext } from './request-context.js'

@Resolver(() => Generation)
export class GenerationResolver {
  constructor(
    private readonly rooms: Rooms,
    private readonly chatLogs: ChatLogs,
  ) {}

  @FieldResolver(() => Room)
  room(@Root() { roomId }: Generation, @Ctx() { caller }: RequestContext) {
    return this.rooms.require(caller, roomId)
  }

  @FieldResolver(() => GenerationError, { nullable: true })
  error(@Root() { errorCode }: Generation) {
    return errorOf(errorCode)
  }

  @FieldResolver(() => LogEntry, { nullable: true, description: 'The entry it became, once COMPLETED.' })
  entry(@Root() generation: Generation, @Ctx() { caller }: RequestContext) {
    return this.chatLogs.entryOf(caller, generation)
  }
}

@Resolver(() => GenerationEvent)
export class GenerationEventResolver {
  constructor(private readonly chatLogs: ChatLogs) {}

  @FieldResolver(() => GenerationError, { nullable: true })
  error(@Root() { errorCode }: GenerationEvent) {
    return errorOf(errorCode)
  }

  @FieldResolver(() => LogEntry, { nullable: true, description: 'With the final event of a COMPLETED generation.' })
  entry(@Root() event: GenerationEvent, @Ctx() { caller }: RequestContext) {
    return this.chatLogs.entryOf(caller, event)
  }
}

const messages: Readonly<Record<GenerationErrorCode, string>> = {
  TIMED_OUT: 'The model response timed out',
  GENERATION_FAILED: 'The model could not answer',
  PROMPT_TOO_LONG: 'The message does not fit the context of the model',
  UNAVAILABLE: 'No model could take the message',
  INTERRUPTED: 'The server stopped before the reply was whole',
}

function errorOf(code: GenerationErrorCode | null): GenerationError | null {
  return code && { code, message: messages[code] }
}
