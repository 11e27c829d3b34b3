import { Field, Int, ObjectType } from 'type-graphql'
import type { Kind } from '../../src/kinds.js'
import { workerStates } from '../../src/ports/reply-generator/reply-generator.js'
import type { ServiceStatus, WorkerStatus } from '../../src/ports/reply-generator/service-status.js'
import { enumType } from '../enum-type.js'
import { RoomKind } from '../enums.js'

const WorkerStateType = enumType('WorkerState', workerStates, {
  description: 'Whether the local model of a worker can reply.',
  values: {
    loading: 'The model is being loaded.',
    away: 'The worker does not answer.',
    unreachable: 'Its inference server does not answer.',
    busy: 'Its inference server accepts no work now.',
    key_refused: 'Its inference server refuses the key.',
    model_missing: 'Its inference server does not have the model.',
  },
})

@ObjectType({ description: 'A worker, which generates replies of one AI service.' })
export class Worker implements WorkerStatus {
  @Field(() => String, {
    nullable: true,
    description: 'Its name in the queue in Redis: its host and a random part. Null without such a queue.',
  })
  readonly name!: string | null

  @Field(() => WorkerStateType)
  readonly state!: WorkerStatus['state']

  @Field(() => String, { nullable: true, description: 'The name of its local model; null while unknown.' })
  readonly model!: string | null

  @Field(() => Int, { nullable: true, description: 'The number of replies that it generates; null while unknown.' })
  readonly running!: number | null

  @Field(() => Int, { nullable: true, description: 'How many replies it generates at a time; null while unknown.' })
  readonly concurrency!: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'The context of its local model, in tokens of prompt and reply; null while unknown.',
  })
  readonly contextTokens!: number | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its local model shows thoughts before its replies; null while unknown.',
  })
  readonly thoughts!: boolean | null
}

@ObjectType({ description: 'An AI service: its workers and the queue in front of them.' })
export class AiService implements ServiceStatus {
  @Field(() => RoomKind, { description: 'The kind of the rooms whose replies it generates.' })
  readonly kind!: Kind

  @Field(() => Int, { nullable: true, description: 'The number of replies that wait; null while unknown.' })
  readonly waiting!: number | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether an operator has paused its queue, so that no further reply starts; null while unknown.',
  })
  readonly paused!: boolean | null

  @Field(() => [Worker], {
    description: 'With `REDIS_URL` the workers that are alive, on all machines; otherwise the worker of this server.',
  })
  readonly workers!: Worker[]
}
