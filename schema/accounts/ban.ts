import { Field, ObjectType } from 'type-graphql'
import type { Ban as BanOf } from '../../src/sessions/bans.js'
import { DateTime } from '../date-time.js'
import { Account } from './account.js'
import { payloadType } from '../payload-type.js'

@ObjectType({ description: 'The ban of an account.' })
export class Ban implements BanOf {
  @Field(() => DateTime)
  readonly bannedAt!: number

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the ban ends; null for a ban that lasts until it is lifted.',
  })
  readonly until!: number | null

  @Field(() => String, { nullable: true })
  readonly reason!: string | null
}

export const BanUserPayload = payloadType('BanUserPayload', { account: () => Account })
export const UnbanUserPayload = payloadType('UnbanUserPayload', { account: () => Account })
