import { Field, ID, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Session as SessionRow } from '../../src/sessions/session.js'
import type { SessionTokens } from '../../src/sessions/sessions.js'
import { AccountPayload } from './account.js'
import { DateTime } from '../date-time.js'
import { type InputOf, inputType } from '../input-type.js'
import { payloadType } from '../payload-type.js'
import { rules } from '../rules.js'
import { factorProof } from './second-factor.js'

@ObjectType({
  description:
    'One sign-in of an account. When it ends, its tokens become invalid and its sockets and streams are closed.',
})
export class Session implements Pick<
  SessionRow,
  'id' | 'createdAt' | 'confirmedAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent'
> {
  @Field(() => ID)
  readonly id!: string

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, {
    description:
      'When its person last proved its identity: at sign-in, or by `confirmIdentity`. Some acts of administrators need a proof of the last 15 minutes.',
  })
  readonly confirmedAt!: number

  @Field(() => DateTime, { description: 'The time of the last use, accurate to five minutes.' })
  lastUsedAt!: number

  @Field(() => DateTime, { description: 'When the session expires, unless it is refreshed earlier.' })
  expiresAt!: number

  @Field(() => String, { nullable: true, description: 'The user agent of the client at sign-in.' })
  readonly userAgent!: string | null
}

@ObjectType()
export class RefreshSessionPayload extends AccountPayload implements SessionTokens {
  @Field(() => String, { description: 'A new access token of the same session; send it like that of `login`.' })
  readonly token!: string

  @Field(() => DateTime)
  readonly expiresAt!: number

  @Field(() => String, { description: 'The next refresh token. The one that was sent is no longer valid.' })
  readonly refreshToken!: string

  @Field(() => DateTime)
  readonly refreshExpiresAt!: number
}

export const ConfirmIdentityInput = inputType(
  'ConfirmIdentityInput',
  z.object({
    password: rules.anyPassword
      .nullish()
      .describe('Of an account without a second factor. One that has a factor gets SECOND_FACTOR_REQUIRED.'),
    challenge: z
      .string()
      .nullish()
      .describe('The `challenge` of SECOND_FACTOR_REQUIRED, with one of the next three fields. It works once.'),
    ...factorProof,
  }),
)
export type ConfirmIdentityInput = InputOf<typeof ConfirmIdentityInput>

export const ConfirmIdentityPayload = payloadType('ConfirmIdentityPayload', { confirmedUntil: () => DateTime })

export const RevokeSessionPayload = payloadType('RevokeSessionPayload', { revokedSessionId: () => ID })
