import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { LimitUsage as LimitRow, Usage as UsageRow } from '../../src/usage/usage.js'
import { DateTime } from '../date-time.js'
import { Membership } from '../enums.js'

export const ReplyPriority = { HIGH: 'high', NORMAL: 'normal' } as const
registerEnumType(ReplyPriority, {
  name: 'ReplyPriority',
  description: 'The order in which replies of different accounts are generated.',
  valuesConfig: {
    HIGH: { description: 'Before jobs of NORMAL, which are never starved.' },
    NORMAL: { description: 'Without priority.' },
  },
})

@ObjectType({ description: 'How much of a limit is used. Whole numbers, perhaps of more than 32 bits.' })
export class LimitUsage implements LimitRow {
  @Field(() => Float)
  readonly used!: number

  @Field(() => Float, { nullable: true, description: 'Null is without a limit.' })
  readonly limit!: number | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the count is reset; null for a limit without a period.',
  })
  readonly resetsAt!: number | null
}

@ObjectType({ description: 'The usage and the limits of an account.' })
export class Usage implements UsageRow {
  @Field(() => Membership)
  readonly membership!: UsageRow['membership']

  @Field(() => LimitUsage, { description: 'Messages and completions that were accepted today, in UTC.' })
  readonly messages!: LimitUsage

  @Field(() => LimitUsage, { description: 'Tokens of prompts and replies of this month, in UTC.' })
  readonly tokens!: LimitUsage

  @Field(() => LimitUsage, { description: 'Generations that are queued or running.' })
  readonly concurrentGenerations!: LimitUsage

  @Field(() => [String], { description: 'The names of the models that the account may use.' })
  readonly models!: string[]

  @Field(() => Int, {
    nullable: true,
    description: 'The most tokens of a prompt and its reply together; null is as many as the model takes.',
  })
  readonly contextTokens!: number | null

  @Field(() => ReplyPriority)
  readonly priority!: UsageRow['priority']
}
