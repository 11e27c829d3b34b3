import { Field, Float, InputType, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import {
  type CompletionEvent as EventRow,
  type CompletionModel as ModelRow,
  type CompletionToolCall as ToolCallRow,
  type Message,
  type MessageToolCall,
  messageRoles,
} from '../../src/completions/completion.js'
import { DateTime } from '../date-time.js'
import { enumType } from '../enum-type.js'
import { GenerationStatus } from '../enums.js'
import { GenerationReceipt } from './generation.js'
import { InputRule } from '../input-rule.js'
import { completionSamplingRules, rules } from '../rules.js'
import { CompletionOptionsInput } from './completion-options.js'
import { SamplingInput } from './sampling.js'
import { LongText } from '../long-text.js'

const MessageRole = enumType('MessageRole', messageRoles, { description: 'The author of a message.' })

@ObjectType({ description: 'A model or character that can answer a completion.' })
export class CompletionModel implements ModelRow {
  @Field(() => String)
  readonly name!: string

  @Field(() => String, { description: 'A name for people.' })
  readonly label!: string

  @Field(() => Boolean)
  readonly vision!: boolean

  @Field(() => Boolean)
  readonly tools!: boolean

  @Field(() => Boolean)
  readonly thoughts!: boolean

  @Field(() => DateTime, { nullable: true, description: 'When the character was created; null for a model.' })
  readonly createdAt!: number | null

  @Field(() => Int, { nullable: true, description: 'Tokens of prompt and reply together; null while unknown.' })
  readonly contextTokens!: number | null

  @Field(() => Int, {
    description: 'The most tokens of a reply; of a hosted model, the most that a request can ask for.',
  })
  readonly maxTokens!: number
}

@InputType()
export class ToolCallInput implements MessageToolCall {
  @Field(() => String)
  readonly id!: string

  @Field(() => String)
  readonly name!: string

  @Field(() => String, { description: 'JSON text.' })
  readonly arguments!: string

  @Field(() => String, { nullable: true, description: 'Its other fields, as the JSON text of an object.' })
  readonly fields?: string | null
}

@InputType()
export class CompletionMessageInput implements Message {
  @Field(() => MessageRole)
  readonly role!: Message['role']

  @Field(() => String)
  readonly text!: string

  @Field(() => Int, { nullable: true, description: 'How many of its parts are images.' })
  readonly images?: number | null

  @Field(() => String, { nullable: true, description: 'The list of parts that has the text, as JSON text.' })
  readonly parts?: string | null

  @Field(() => String, { nullable: true, description: 'Its other fields, as the JSON text of an object.' })
  readonly fields?: string | null

  @Field(() => String, { nullable: true, description: 'Of its author, where several share a role.' })
  readonly name?: string | null

  @Field(() => [ToolCallInput], { nullable: true, description: 'Of an assistant message.' })
  readonly toolCalls?: readonly ToolCallInput[] | null

  @Field(() => String, { nullable: true, description: 'The id of the call that a tool message answers.' })
  readonly toolCallId?: string | null
}

@InputRule(
  z.object({
    model: z.string(),
    messages: rules.completionMessages(z.object({ role: z.string(), text: rules.completionText })),
    ...completionSamplingRules,
    stops: rules.stops,
    hasFallback: z.boolean(),
    options: z.unknown(),
  }),
)
@InputType({ description: 'A conversation to answer. It is not stored.' })
export class CompletionInput extends SamplingInput {
  @Field(() => String, { description: 'One of `completionModels`, or any character that the caller can see.' })
  model!: string

  @Field(() => [CompletionMessageInput], {
    description: 'The messages in order, which the model receives as they are.',
  })
  messages!: CompletionMessageInput[]

  @Field(() => Int, { nullable: true, description: 'At least -1. Below 1 it limits nothing.' })
  topK?: number | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  minP?: number | null

  @Field(() => Float, { nullable: true, description: 'Above 0, at most 2. 1 changes nothing.' })
  repeatPenalty?: number | null

  @Field(() => [String])
  stops!: string[]

  @Field(() => Boolean, { description: 'Whether a failed attempt may be repeated, which discards the text so far.' })
  hasFallback!: boolean

  @Field(() => CompletionOptionsInput)
  options!: CompletionOptionsInput
}

@ObjectType({ description: 'What a step adds to a tool call of a reply.', simpleResolvers: true })
export class CompletionToolCall implements ToolCallRow {
  @Field(() => Int, { description: 'Of the call, from 0.' })
  readonly index!: number

  @Field(() => String, { nullable: true, description: 'In the first step of a call, as its name.' })
  readonly id!: string | null

  @LongText()
  @Field(() => String, { nullable: true })
  readonly name!: string | null

  @LongText()
  @Field(() => String, { description: 'JSON text that continues the arguments.' })
  readonly arguments!: string

  @LongText()
  @Field(() => String, {
    nullable: true,
    description:
      'Other fields: lines of JSON objects, whose lists continue those before and whose other values replace them.',
  })
  readonly fields!: string | null
}

@ObjectType({
  description:
    'One step of a completion. Append `delta` and `toolCall` to the reply, and `thoughtsDelta` to its thoughts; when `attempt` grows, the reply begins anew.',
})
export class CompletionEvent implements EventRow {
  @Field(() => String)
  readonly completionId!: string

  @Field(() => GenerationStatus)
  readonly status!: EventRow['status']

  @Field(() => Int, { nullable: true })
  readonly position!: number | null

  @Field(() => Int, { description: '0 in a step that adds nothing.' })
  readonly attempt!: number

  @LongText()
  @Field(() => String)
  readonly delta!: string

  @LongText()
  @Field(() => String, { description: 'What it adds to the thoughts of the model, which are not part of the reply.' })
  readonly thoughtsDelta!: string

  @LongText()
  @Field(() => String, { nullable: true, description: 'Other fields of the message, as those of a tool call.' })
  readonly fields!: string | null

  @Field(() => CompletionToolCall, { nullable: true })
  readonly toolCall!: ToolCallRow | null

  // on the wire: error
  readonly errorCode!: EventRow['errorCode']
  readonly errorMessage!: string | null

  @Field(() => String, { nullable: true, description: 'As in the receipt, also of a model that does not count.' })
  readonly finish!: EventRow['finish']

  @Field(() => GenerationReceipt, { nullable: true })
  readonly receipt!: GenerationReceipt | null
}
