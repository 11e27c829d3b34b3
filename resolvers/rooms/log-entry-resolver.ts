import { FieldResolver, ID, Int, Resolver, Root } from 'type-graphql'
import { FinishReason } from '../../schema/enums.js'
import { LongText } from '../../schema/long-text.js'
import { thoughtsDescription, thoughtsMsDescription } from '../../schema/replies/generation.js'
import { LogAlternative, LogEntry } from '../../schema/rooms/log-entry.js'
import { Attachment, attachmentsDescription } from '../../schema/rooms/file.js'
import { MessageSender, senderDescription } from '../../schema/rooms/message-sender.js'
import { Source, sourcesDescription } from '../../schema/rooms/source.js'
import { listedAlternatives } from '../../src/chat-logs/listed-alternatives.js'
import { alternativesCost, attachmentsCost } from '../pipeline/costs.js'
import { shownSender } from './shown-sender.js'

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => ID)
  id(@Root() { roomId, index }: LogEntry) {
    return `${roomId}/${String(index)}`
  }

  @FieldResolver(() => [Attachment], { complexity: attachmentsCost, description: attachmentsDescription })
  attachments(@Root() { attachments }: LogEntry): readonly Attachment[] {
    return attachments ?? []
  }

  @FieldResolver(() => MessageSender, { nullable: true, description: senderDescription })
  sender(@Root() { sender }: LogEntry) {
    return shownSender(sender)
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The model that the shown reply was requested from; null for text that a client wrote.',
  })
  model(@Root() { shown }: LogEntry) {
    return shown.origin?.model ?? null
  }

  @FieldResolver(() => FinishReason, {
    nullable: true,
    description: 'How the shown reply ended. Null for text that a client wrote, and for replies of earlier releases.',
  })
  finishReason(@Root() { shown }: LogEntry) {
    return shown.origin?.finishReason ?? null
  }

  @LongText()
  @FieldResolver(() => String, {
    nullable: true,
    description: `What the model thought before the reply that the entry shows. ${thoughtsDescription}`,
  })
  thoughts(@Root() { shown }: LogEntry) {
    return shown.thoughts ?? null
  }

  @FieldResolver(() => Int, { nullable: true, description: thoughtsMsDescription })
  thoughtsMs(@Root() { shown }: LogEntry) {
    return shown.origin?.thoughtsMs ?? null
  }

  @FieldResolver(() => [Source], { description: sourcesDescription })
  sources(@Root() { shown }: LogEntry): readonly Source[] {
    return shown.sources ?? []
  }

  @FieldResolver(() => Int, { description: 'The number of `alternatives`, 1 to 20.' })
  alternativeCount(@Root() { others }: LogEntry) {
    return others.length + 1
  }

  @FieldResolver(() => [LogAlternative], {
    complexity: alternativesCost,
    description:
      'The stored replies by ascending number, including the one that is shown. At most 20, and at most 200,000 UTF-16 code units besides the shown and the previous one: the oldest are removed first. Of their thoughts and sources as many more are kept.',
  })
  alternatives(@Root() entry: LogEntry): LogAlternative[] {
    return listedAlternatives(entry)
  }
}
