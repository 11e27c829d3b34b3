import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { ActiveRepliesPage, ActiveReply } from '../../src/admin/active-replies.js'
import type { Kind } from '../../src/kinds.js'
import { DateTime } from '../date-time.js'
import { GenerationStatus, QueueReason, RoomKind } from '../enums.js'
import { queueDescriptions } from '../replies/generation.js'

@ObjectType({
  description: 'A queued or running generation of any account, for administrators: without its message and its text.',
})
export class ActiveGeneration implements ActiveReply {
  @Field(() => ID, { description: 'The id for `cancelGeneration`.' })
  readonly id!: string

  @Field(() => ID)
  readonly roomId!: string

  // on the wire: account
  readonly ownerId!: number

  @Field(() => RoomKind, { nullable: true, description: 'The kind of its room; null when the room is gone.' })
  readonly kind!: Kind | null

  // not on the wire: finds the run in the queue
  readonly interruptions!: number

  @Field(() => String, { description: 'The requested model.' })
  readonly model!: string

  @Field(() => GenerationStatus)
  readonly status!: GenerationStatus

  @Field(() => Int, { nullable: true, description: queueDescriptions.position })
  readonly position!: number | null

  @Field(() => QueueReason, { nullable: true, description: queueDescriptions.queueReason })
  readonly queueReason!: QueueReason | null

  @Field(() => DateTime, { nullable: true, description: queueDescriptions.estimatedStartAt })
  readonly estimatedStartAt!: number | null

  @Field(() => DateTime, { description: 'When its message was accepted.' })
  readonly createdAt!: number
}

@ObjectType({ description: 'The queued and running generations of all accounts.' })
export class ActiveGenerations implements ActiveRepliesPage {
  @Field(() => Int)
  readonly totalCount!: number

  @Field(() => [ActiveGeneration], { description: 'The oldest of them, the oldest first.' })
  readonly generations!: ActiveGeneration[]
}
