import { Field, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { AccountCounts as Counts } from '../../src/users/accounts.js'
import { Membership, Role } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { payloadType } from '../payload-type.js'
import { rules } from '../rules.js'
import { Account } from './account.js'

@ObjectType({ description: 'The number of accounts in each state. An account can be in several.' })
export class AccountCounts implements Counts {
  @Field(() => Int)
  readonly all!: number

  @Field(() => Int)
  readonly waiting!: number

  @Field(() => Int)
  readonly banned!: number

  @Field(() => Int)
  readonly administrators!: number
}

export const CreateAccountInput = inputType(
  'CreateAccountInput',
  z.object({
    username: rules.username.describe('At most 100 characters. Unique; upper and lower case count as equal.'),
    email: rules.ownEmail.describe(
      'At most 100 characters. Unique; upper and lower case count as equal. It counts as not verified.',
    ),
    role: z.enum(Role).nullish().describe('Default: USER.'),
    membership: z.enum(Membership).nullish().describe('Default: BASIC.'),
  }),
)
export type CreateAccountInput = InputOf<typeof CreateAccountInput>

export const CreateAccountPayload = payloadType('CreateAccountPayload', { account: () => Account })
export const SignOutAccountPayload = payloadType('SignOutAccountPayload', { account: () => Account })
