import { Field, ID, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Invitation as InvitationRow } from '../../src/users/invitations/invitation.js'
import type { MembershipType, Role as RoleName } from '../../src/users/user.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { Membership, Role } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { payloadType } from '../payload-type.js'
import { rules } from '../rules.js'

@ObjectType({ description: 'What the link of an invitation gives to the person who opens it.' })
export class OfferedInvitation implements Pick<InvitationRow, 'email' | 'role' | 'membership' | 'expiresAt'> {
  @Field(() => String, {
    nullable: true,
    description: 'Only an account with this address can use it; null: any account.',
  })
  readonly email!: string | null

  @Field(() => Role, { description: 'The role of its accounts.' })
  readonly role!: RoleName

  @Field(() => Membership, { description: 'The membership of its accounts.' })
  readonly membership!: MembershipType

  @Field(() => DateTime)
  readonly expiresAt!: number
}

@ObjectType({ description: 'A link by which accounts are created, whatever the registration policy.' })
export class Invitation extends OfferedInvitation {
  @Field(() => ID)
  readonly id!: number

  @Field(() => Int, { description: 'The number of accounts that it can create.' })
  readonly maxUses!: number

  @Field(() => Int, { description: 'The number of accounts that it has created.' })
  readonly uses!: number

  @Field(() => DateTime)
  readonly createdAt!: number
}

export const InvitationConnection = connectionOf('Invitation', () => Invitation)

export const CreateInvitationInput = inputType(
  'CreateInvitationInput',
  z.object({
    email: rules.ownEmail
      .nullish()
      .describe(
        'Only an account with this address can use it. A sign-in by a provider that has verified it is enough.',
      ),
    role: z.enum(Role).nullish().describe('Default: USER. An invitation of an administrator has one use.'),
    membership: z.enum(Membership).nullish().describe('Default: BASIC.'),
    maxUses: rules.invitationUses.nullish().describe('How many accounts it can create, 1 to 1,000. Default: 1.'),
    expiresAt: z.number().nullish().describe('Within 366 days. Default: in 7 days.'),
  }),
  { types: { maxUses: () => Int, expiresAt: () => DateTime } },
)
export type CreateInvitationInput = InputOf<typeof CreateInvitationInput>

@ObjectType()
export class CreateInvitationPayload {
  @Field(() => Invitation)
  readonly invitation!: Invitation

  @Field(() => String, { description: 'The link for the person, which is not shown again.' })
  readonly url!: string
}

export const RevokeInvitationPayload = payloadType('RevokeInvitationPayload', { revokedInvitationId: () => ID })
