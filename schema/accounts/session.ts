import { Field, ID, ObjectType } from 'type-graphql'
import type { Session as SessionRow } from '../../src/sessions/session.js'
import type { SessionTokens } from '../../src/sessions/sessions.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'

@ObjectType({ description: 'What one sign-in has opened. It ends with everything that was opened by it.' })
export class Session implements Pick<SessionRow, 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent'> {
  @Field(() => ID)
  readonly id!: string

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { description: 'To five minutes.' })
  lastUsedAt!: number

  @Field(() => DateTime, { description: 'When it expires unless it is refreshed.' })
  expiresAt!: number

  @Field(() => String, { nullable: true, description: 'The user agent of the client at sign-in.' })
  readonly userAgent!: string | null
}

@ObjectType()
export class RefreshSessionPayload implements SessionTokens {
  @Field(() => String, { description: 'A new token of the same session, like that of `login`.' })
  readonly token!: string

  @Field(() => DateTime)
  readonly expiresAt!: number

  @Field(() => String, { description: 'Replaces the refresh token that was sent, which is no longer valid.' })
  readonly refreshToken!: string

  @Field(() => DateTime)
  readonly refreshExpiresAt!: number

  @Field(() => Account)
  readonly account!: Account
}

@ObjectType()
export class RevokeSessionPayload {
  @Field(() => ID)
  readonly revokedSessionId!: string
}
