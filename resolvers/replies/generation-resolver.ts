import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import { DateTime } from '../../schema/date-time.js'
import { FinishReason, QueueReason } from '../../schema/enums.js'
import {
  finishReasonDescription,
  Generation,
  GenerationError,
  GenerationEvent,
  GenerationReceipt,
  queueDescriptions,
} from '../../schema/replies/generation.js'
import { LogEntry } from '../../schema/rooms/log-entry.js'
import { Attachment, attachmentsDescription } from '../../schema/rooms/file.js'
import { MessageSender, senderDescription } from '../../schema/rooms/message-sender.js'
import { Room } from '../../schema/rooms/room.js'
import { Source, sourcesDescription } from '../../schema/rooms/source.js'
import type { ChatLogs } from '../../src/chat-logs/chat-logs.js'
import { isFinal, type GenerationEvent as ReplyEvent } from '../../src/replies/generation.js'
import type { Images } from '../../src/images/images.js'
import type { Replies } from '../../src/replies/replies.js'
import { shownReceipt } from '../../src/replies/shown-receipt.js'
import { cursorOf } from '../../src/replies/watching/snapshot.js'
import type { Rooms } from '../../src/rooms/rooms.js'
import { shownSender } from '../rooms/shown-sender.js'
import { attachmentsCost } from '../pipeline/costs.js'
import { generationErrors } from './generation-errors.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => Generation)
export class GenerationResolver {
  constructor(
    private readonly rooms: Rooms,
    private readonly chatLogs: ChatLogs,
    private readonly replies: Replies,
    private readonly images: Images,
  ) {}

  @FieldResolver(() => String, {
    description: 'The position at the end of `text`. Subscribe with `after: cursor` to continue from there.',
  })
  cursor(@Root() generation: Generation) {
    return cursorOf(generation)
  }

  @FieldResolver(() => [Attachment], { complexity: attachmentsCost, description: attachmentsDescription })
  attachments(@Root() { attachments }: Generation): readonly Attachment[] {
    return attachments ?? []
  }

  @FieldResolver(() => MessageSender, { nullable: true, description: senderDescription })
  sender(@Root() { sender }: Generation) {
    return shownSender(sender)
  }

  @FieldResolver(() => String, { nullable: true, description: 'The URL of the image of the message.' })
  imageUrl(@Root() { imageId }: Generation) {
    return this.images.urlOf({ imageId, imageUrl: null })
  }

  @FieldResolver(() => Room)
  room(@Root() { roomId }: Generation, @Ctx() { caller }: RequestContext) {
    return this.rooms.require(caller, roomId)
  }

  @FieldResolver(() => [Source], { description: sourcesDescription })
  sources(@Root() { sources }: Generation): readonly Source[] {
    return sources ?? []
  }

  @FieldResolver(() => GenerationError, { nullable: true })
  error(@Root() generation: Generation) {
    return errorOf(generation)
  }

  @FieldResolver(() => FinishReason, { nullable: true, description: finishReasonDescription })
  finishReason(@Root() generation: Generation) {
    return finishReasonOf(generation)
  }

  @FieldResolver(() => GenerationReceipt, {
    nullable: true,
    description:
      'The measurements of the reply, for the account that sent the message and for administrators. Null until the model has ended it, and for a model that does not count tokens.',
  })
  receipt(@Root() generation: Generation, @Ctx() { caller }: RequestContext) {
    return shownReceipt(caller, generation)
  }

  @FieldResolver(() => Int, { nullable: true, description: queueDescriptions.position })
  async position(@Root() generation: Generation) {
    return (await this.replies.queuePosition(generation)).position
  }

  @FieldResolver(() => QueueReason, { nullable: true, description: queueDescriptions.queueReason })
  async queueReason(@Root() generation: Generation) {
    return (await this.replies.queuePosition(generation)).queueReason
  }

  @FieldResolver(() => DateTime, { nullable: true, description: queueDescriptions.estimatedStartAt })
  async estimatedStartAt(@Root() generation: Generation) {
    return (await this.replies.queuePosition(generation)).estimatedStartAt
  }

  @FieldResolver(() => LogEntry, {
    nullable: true,
    description:
      'The entry with the reply of a COMPLETED generation, or with the text so far of a CANCELLED one and of a FAILED continuation. Null without text of its own, and after the entry was deleted.',
  })
  entry(@Root() generation: Generation, @Ctx() { caller, bytes }: RequestContext) {
    return this.chatLogs.entryOf(caller, generation, bytes)
  }
}

@Resolver(() => GenerationEvent)
export class GenerationEventResolver {
  constructor(private readonly chatLogs: ChatLogs) {}

  @FieldResolver(() => GenerationError, { nullable: true })
  error(@Root() event: GenerationEvent) {
    return errorOf(event)
  }

  @FieldResolver(() => FinishReason, { nullable: true, description: finishReasonDescription })
  finishReason(@Root() event: GenerationEvent) {
    return finishReasonOf(event)
  }

  @FieldResolver(() => LogEntry, {
    nullable: true,
    description:
      'The entry with the text, in the final event of a generation that is COMPLETED, or CANCELLED with text, and of a FAILED continuation with text; otherwise null.',
  })
  entry(@Root() event: GenerationEvent, @Ctx() { caller, bytes }: RequestContext) {
    return this.chatLogs.entryOf(caller, event, bytes)
  }
}

/** It is stored with the final text of a continuation, a moment before that has ended. */
function errorOf({ status, errorCode: code }: Pick<ReplyEvent, 'status' | 'errorCode'>): GenerationError | null {
  return status === 'FAILED' && code ? { code, message: generationErrors[code] } : null
}

/** It is stored with the final text, a moment before the generation has ended. */
function finishReasonOf({ status, finishReason }: Pick<ReplyEvent, 'status' | 'finishReason'>): FinishReason | null {
  return isFinal(status) ? finishReason : null
}
