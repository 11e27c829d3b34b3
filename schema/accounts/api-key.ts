import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { ApiKey as ApiKeyRow } from '../../src/api-keys/api-key.js'
import type { CreatedApiKey, NewApiKey } from '../../src/api-keys/api-keys.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { InputRule } from '../input-rule.js'
import { rules } from '../rules.js'

@ObjectType({ description: 'A credential for a program of the user. It is valid for the `/v1` endpoints only.' })
export class ApiKey implements Omit<ApiKeyRow, 'userId' | 'keyHash'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  readonly name!: string

  @Field(() => String, { description: 'The beginning of its text, to recognise it by.' })
  readonly prefix!: string

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { nullable: true, description: 'To the minute; null if it was never used.' })
  lastUsedAt!: number | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'From then on it is refused; null for a key that is valid until it is revoked.',
  })
  readonly expiresAt!: number | null
}

@InputRule(
  z.object({
    name: rules.apiKeyName,
    expiresAt: z.number().nullish(),
    idempotencyKey: rules.idempotencyKey.nullish(),
  }),
)
@InputType()
export class CreateApiKeyInput implements NewApiKey {
  @Field(() => String, { description: '1 to 100 characters, for people.' })
  name!: string

  @Field(() => DateTime, {
    nullable: true,
    description: 'An instant in the future; if absent, the key is valid until it is revoked.',
  })
  expiresAt?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'A retry with the same key answers the first API key, without its text, for 24 h.',
  })
  idempotencyKey?: string | null
}

@ObjectType()
export class CreateApiKeyPayload implements CreatedApiKey {
  @Field(() => String, {
    nullable: true,
    description: 'Send it as `Authorization: Bearer <text>`. Returned once: null when `replayed`.',
  })
  readonly text!: string | null

  // the stored row has more fields than the type
  @Field(() => ApiKey)
  readonly apiKey!: ApiKeyRow

  @Field(() => Boolean, { description: 'True when the idempotency key had been used for this API key before.' })
  readonly replayed!: boolean
}

// the next two are of the service schema only: operations of the operator

@InputRule(z.object({ accountId: z.string(), name: rules.apiKeyName, expiresAt: z.number().nullish() }))
@InputType()
export class CreateApiKeyForInput implements Omit<NewApiKey, 'idempotencyKey'> {
  @Field(() => ID)
  readonly accountId!: string

  @Field(() => String)
  readonly name!: string

  @Field(() => DateTime, { nullable: true })
  readonly expiresAt?: number | null
}

@ObjectType()
export class CreateApiKeyForPayload {
  @Field(() => String, { description: 'Returned once.' })
  readonly text!: string

  @Field(() => ApiKey)
  readonly apiKey!: ApiKeyRow

  @Field(() => Account)
  readonly account!: Account
}

@ObjectType()
export class RevokeApiKeyPayload {
  @Field(() => ID)
  revokedApiKeyId!: number
}
