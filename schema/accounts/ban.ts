import { Field, ObjectType } from 'type-graphql'
import type { Ban as BanOf } from '../../src/sessions/bans.js'
import { AccountPayload } from './account.js'
import { DateTime } from '../date-time.js'

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

@ObjectType()
export class BanUserPayload extends AccountPayload {}

@ObjectType()
export class UnbanUserPayload extends AccountPayload {}
