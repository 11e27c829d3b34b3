import { Field, Float, Int, ObjectType } from 'type-graphql'
import type { DailyUsage as DailyRow, LimitUsage as LimitRow, Usage as UsageRow } from '../../src/usage/usage.js'
import { DateTime } from '../date-time.js'
import { Membership, ReplyPriority } from '../enums.js'

@ObjectType({ description: 'The usage of a limit. The numbers are whole, and can exceed 32 bits.' })
export class LimitUsage implements LimitRow {
  @Field(() => Float)
  readonly used!: number

  @Field(() => Float, { nullable: true, description: 'Null means unlimited.' })
  readonly limit!: number | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When `used` is reset to 0; null for a limit without a period.',
  })
  readonly resetsAt!: number | null
}

@ObjectType({
  description: 'What an account has used of a model in a day. The numbers are whole, and can exceed 32 bits.',
})
export class DailyUsage implements DailyRow {
  @Field(() => String, { description: 'The day in UTC, such as `2030-01-31`.' })
  readonly date!: string

  @Field(() => String)
  readonly model!: string

  @Field(() => Float, { description: 'Messages and completions that were accepted.' })
  readonly messages!: number

  @Field(() => Float, { description: 'Tokens of prompts and replies.' })
  readonly tokens!: number
}

@ObjectType({ description: 'The usage and the limits of an account.' })
export class Usage implements UsageRow {
  @Field(() => Membership)
  readonly membership!: UsageRow['membership']

  @Field(() => LimitUsage, { description: 'Messages and completions that were accepted today (UTC).' })
  readonly messages!: LimitUsage

  @Field(() => LimitUsage, { description: 'Tokens of prompts and replies this month (UTC).' })
  readonly tokens!: LimitUsage

  @Field(() => LimitUsage, { description: 'Generations and completions that are queued or running.' })
  readonly concurrentGenerations!: LimitUsage

  @Field(() => [String], { description: 'The names of the models that the account may use.' })
  readonly models!: string[]

  @Field(() => Int, {
    nullable: true,
    description: 'The maximum number of tokens of a prompt and its reply together; null means the limit of the model.',
  })
  readonly contextTokens!: number | null

  @Field(() => ReplyPriority)
  readonly priority!: UsageRow['priority']
}
