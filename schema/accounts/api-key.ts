import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { ApiKey as ApiKeyRow } from '../../src/api-keys/api-key.js'
import type { CreatedApiKey, NewApiKey } from '../../src/api-keys/api-keys.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { InputRule } from '../input-rule.js'
import { rules } from '../rules.js'
import { payloadType } from '../payload-type.js'

@ObjectType({ description: 'A credential for programs of an account. It is valid for the `/v1` endpoints only.' })
export class ApiKey implements Omit<ApiKeyRow, 'userId' | 'keyHash'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  readonly name!: string

  @Field(() => String, { description: 'The first characters of the key, which identify it in a list.' })
  readonly prefix!: string

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time of the last use, accurate to a minute; null if the key was never used.',
  })
  lastUsedAt!: number | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key expires; null for a key that is valid until it is revoked.',
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
  @Field(() => String, { description: 'A label, 1 to 100 characters.' })
  name!: string

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key expires, in the future. If absent, the key is valid until it is revoked.',
  })
  expiresAt?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'A retry with the same idempotency key within 24 hours returns the first API key, without its text.',
  })
  idempotencyKey?: string | null
}

@ObjectType()
export class CreateApiKeyPayload implements CreatedApiKey {
  @Field(() => String, {
    nullable: true,
    description:
      'The API key. Send it as `Authorization: Bearer <text>`. Returned only once: null when `replayed` is true.',
  })
  readonly text!: string | null

  // the stored row has more fields than the type
  @Field(() => ApiKey)
  readonly apiKey!: ApiKeyRow

  @Field(() => Boolean, {
    description: 'True for a retry: the API key was created by an earlier request with the same idempotency key.',
  })
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
  @Field(() => String, { description: 'The API key, which is returned only once.' })
  readonly text!: string

  @Field(() => ApiKey)
  readonly apiKey!: ApiKeyRow

  @Field(() => Account)
  readonly account!: Account
}

export const RevokeApiKeyPayload = payloadType('RevokeApiKeyPayload', { revokedApiKeyId: () => ID })
