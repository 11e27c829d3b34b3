import { Field, Float, InputType, Int, ObjectType } from 'type-graphql'

const fallsBack = 'A value that is null is that of the model'

@InputType()
export abstract class SamplingInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'The length limit of a reply in tokens, at least 1. If the limit of the model is smaller, that applies: 2,048 in rooms unless the operator has set another one. A hosted model has no other limit than this one.',
  })
  maxTokens?: number | null

  @Field(() => Float, { nullable: true, description: '0 to 2. 0 always chooses the most likely token.' })
  temperature?: number | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  topP?: number | null

  @Field(() => Float, { nullable: true, description: '-2 to 2.' })
  frequencyPenalty?: number | null

  @Field(() => Float, { nullable: true, description: '-2 to 2.' })
  presencePenalty?: number | null
}

@InputType({ description: `Sampling parameters for the replies of a room. ${fallsBack}.` })
export class RoomSamplingInput extends SamplingInput {}

@ObjectType({
  description: `The sampling parameters that were set for the replies of a room. ${fallsBack}.`,
  simpleResolvers: true,
})
export class RoomSampling {
  @Field(() => Int, { nullable: true })
  readonly maxTokens?: number

  @Field(() => Float, { nullable: true })
  readonly temperature?: number

  @Field(() => Float, { nullable: true })
  readonly topP?: number

  @Field(() => Float, { nullable: true })
  readonly frequencyPenalty?: number

  @Field(() => Float, { nullable: true })
  readonly presencePenalty?: number
}
