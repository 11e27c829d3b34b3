import { Field, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { User as UserRow } from '../../src/users/user.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { Membership } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { Node } from '../node.js'
import { newPasswordDescription, rules } from '../rules.js'
import { payloadType } from '../payload-type.js'

type Shown =
  | 'id'
  | 'username'
  | 'handle'
  | 'email'
  | 'emailVerified'
  | 'membership'
  | 'profileImageUrl'
  | 'profileImageId'
  | 'passwordHash'
  | 'timeZone'
  | 'defaultInstructions'
  | 'defaultModel'
  | 'language'
  | 'theme'
  | 'awaitingApprovalSince'
  | 'createdAt'
  | 'updatedAt'

@ObjectType({ implements: Node, description: 'An account, as its owner and administrators see it.' })
export class Account implements Pick<UserRow, Shown> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  username!: string

  @Field(() => String, {
    nullable: true,
    description: 'An optional second name, unique among all accounts. Character lists accept it as `ownerUsername`.',
  })
  readonly handle!: string | null

  @Field(() => String, {
    description:
      'A placeholder that ends in `@no-email.invalid` if the sign-in provider returned no address, or one that another account has.',
  })
  email!: string

  @Field(() => Boolean)
  emailVerified!: boolean

  @Field(() => Membership)
  membership!: Membership

  // on the wire: profileImageUrl, which the resolver derives from both
  profileImageUrl!: string | null
  profileImageId!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The IANA time zone of the dates that the assistant reads, such as `Europe/Berlin`; null without one. It is the same value as `defaults.timeZone`, which clients of GraphQL should use; this field serves REST.',
  })
  readonly timeZone!: string | null

  // on the wire: defaults, which the resolver derives from these
  readonly defaultInstructions!: string | null
  readonly defaultModel!: string | null
  readonly language!: UserRow['language']
  readonly theme!: UserRow['theme']

  // on the wire: hasPassword, which the resolver derives from it
  readonly passwordHash!: string | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'Since when an administrator has to approve the account; null for an account that can be used.',
  })
  readonly awaitingApprovalSince!: number | null

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime)
  updatedAt!: number
}

export const AccountConnection = connectionOf('Account', () => Account)

@ObjectType()
export abstract class AccountPayload {
  @Field(() => Account)
  readonly account!: Account
}

const termsRule = 'must be true. Optional only with `API_LINE` 0.1 to 0.3.'

export const RegisterInput = inputType(
  'RegisterInput',
  z.object({
    username: rules.username.describe('At most 100 characters. Unique; upper and lower case count as equal.'),
    handle: rules.handle
      .nullish()
      .describe(
        'A second name that character lists accept as `ownerUsername`. At most 50 characters, unique like the username.',
      ),
    email: rules.ownEmail.describe('At most 100 characters. Unique; upper and lower case count as equal.'),
    password: rules.newPassword.describe(newPasswordDescription),
    eulaAgreed: z.boolean().nullish().describe(`Agreement to the terms of service; ${termsRule}`),
    privacyAgreed: z.boolean().nullish().describe(`Agreement to the privacy policy; ${termsRule}`),
    marketingAgreed: z.boolean().nullish(),
    registrationToken: z
      .string()
      .nullish()
      .describe(
        'The `registrationToken` that `verifyCode` returned for the address: the account is verified. BAD_USER_INPUT if it is invalid.',
      ),
    invitationToken: rules.invitationToken
      .nullish()
      .describe(
        'The token of an invitation, the last part of its link. It gives the account its role and membership, whatever the registration policy. BAD_USER_INPUT if it is invalid.',
      ),
  }),
)
export type RegisterInput = InputOf<typeof RegisterInput>

export const RegisterPayload = payloadType('RegisterPayload', { account: () => Account })

export const LoginInput = inputType('LoginInput', z.object({ email: rules.anyEmail, password: rules.anyPassword }))
export type LoginInput = InputOf<typeof LoginInput>

@ObjectType()
export class LoginPayload extends AccountPayload {
  @Field(() => String, {
    description:
      'The access token. Send it as `Authorization: Bearer <token>`; on a WebSocket, send it in the payload of `connection_init`.',
  })
  token!: string

  @Field(() => DateTime)
  expiresAt!: number

  @Field(() => String, {
    description: 'Valid for one `refreshSession`, which returns its successor. Store it like a password.',
  })
  refreshToken!: string

  @Field(() => DateTime, { description: 'When the session expires, unless it is refreshed earlier.' })
  refreshExpiresAt!: number
}
